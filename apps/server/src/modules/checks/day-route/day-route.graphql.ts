import type { CheckField } from '@checkwell/domain/check/fields';
import { WAY_STARTS, type Way } from '@checkwell/domain/check/times/day-route';
import { batchedItem } from '../../../graphql/batch.ts';
import { builder, weight } from '../../../graphql/builder.ts';
import { needs } from '../../../graphql/selection.ts';
import { CheckType } from '../checks-type.graphql.ts';

const WayStartType = builder.enumType('WayStart', { values: WAY_STARTS });

const WayType = builder.objectRef<Way>('Way').implement({
  description: 'An estimated way of the doctor to an appointment.',
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
      'To this appointment from where the doctor who asks is before it on that day; null for anybody else, and where there is none.',
    extensions: { ...weight(5), ...needs<CheckField>('id', 'appointmentStart') },
    resolve: ({ id, appointmentStart }, _, context) =>
      appointmentStart === null
        ? null
        : batchedItem(context, 'ways', { key: id, item: { appointmentStart } }, (asked) =>
            context.services.dayRoute.ways(context.actor, asked),
          ),
  }),
);
