import type { CheckField } from '@checkwell/domain/check/fields';
import { WAY_STARTS, type Way } from '@checkwell/domain/check/times/day-route';
import { batchedItem } from '../../../graphql/batch.ts';
import { builder, weight } from '../../../graphql/builder.ts';
import { needs } from '../../../graphql/selection.ts';
import { CheckType } from '../checks-type.graphql.ts';

const WayStartType = builder.enumType('WayStart', { values: WAY_STARTS });

const WayType = builder.objectRef<Way>('Way').implement({
  description: 'The estimated drive of the doctor to an appointment.',
  fields: (t) => ({
    from: t.expose('from', { type: WayStartType }),
    km: t.exposeFloat('km'),
    minutes: t.exposeInt('minutes'),
  }),
});

builder.objectField(CheckType, 'way', (t) =>
  t.field({
    type: WayType,
    nullable: true,
    description:
      'The drive of the calling doctor to this appointment, from their previous location that day; null for other callers, and without an appointment.',
    extensions: { ...weight(5), ...needs<CheckField>('id', 'appointmentStart') },
    resolve: ({ id, appointmentStart }, _, context) =>
      appointmentStart === null
        ? null
        : batchedItem(context, 'ways', { key: id, item: { appointmentStart } }, (asked) =>
            context.services.dayRoute.ways(context.actor, asked),
          ),
  }),
);
