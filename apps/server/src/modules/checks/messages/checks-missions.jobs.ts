import type { CheckAction } from '@checkwell/domain/check/lifecycle';
import { isAppointmentNews, missionNews } from '@checkwell/domain/check/mission-news';
import type { Clock } from '@checkwell/domain/clock';
import { mailUrgency } from '@checkwell/domain/offers/waves';
import { languageOfDoctor } from '@checkwell/domain/people/doctor';
import { missionNotificationKind } from '@checkwell/domain/people/notifications';
import type { Actor } from '@checkwell/domain/policy';
import type { WriteTx } from '../../../platform/db/database.ts';
import type { Outbox } from '../../../platform/jobs/outbox.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import type { NotificationService } from '../../notifications/notifications.service.ts';
import type { CheckRecord } from '../checks.repository.ts';
import { MISSION_MAIL, type MissionNotice } from './checks-missions.mails.ts';
import * as readers from './checks-notices.repository.ts';

/** Tells doctors what happens to their missions. */
export interface MissionNotices {
  /** Asks for the messages that an action gives rise to, in its transaction. */
  tellDoctors(tx: WriteTx, actor: Actor, action: CheckAction, before: CheckRecord, after: CheckRecord): Promise<void>;
}

const TOPIC = 'missionNotice';

export interface MissionNoticeDeps {
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly mailer: Mailer;
  readonly notifications: Pick<NotificationService, 'notify'>;
}

export function createMissionNotices({ clock, outbox, mailer, notifications }: MissionNoticeDeps): MissionNotices {
  outbox.handle(TOPIC, {
    async deliver(tx, { payload }) {
      const notice = payload as MissionNotice;
      const doctor = await readers.findDoctorReader(tx, notice.doctorId);
      if (!doctor) return;
      const { email, hasAccount } = doctor;
      const { companyId, checkId } = notice;
      const concernsFrom = notice.concernsFrom ? new Date(notice.concernsFrom) : null;
      const kind = missionNotificationKind(notice.news);
      // What was written at night and waits for the morning is not true any more, however the doctor reads of this.
      if (isAppointmentNews(notice.news)) await mailer.withdraw(tx, await readers.findUnsentMails(tx, notice, [MISSION_MAIL.name], email));
      const atOnce = await notifications.notify(tx, {
        companyId,
        checkId,
        kind,
        readers: [doctor],
        concernsFrom,
      });
      if (atOnce.length === 0) return;
      await mailer.enqueue(tx, {
        companyId,
        to: email,
        language: doctor.language ?? languageOfDoctor(doctor.languages),
        template: MISSION_MAIL,
        checkId,
        urgency: mailUrgency(clock.now(), concernsFrom),
        params: { notice, hasAccount },
      });
    },
  });

  return {
    async tellDoctors(tx, actor, action, before, after) {
      for (const { doctorId, news } of missionNews(action, before, after, actor.kind === 'doctor' ? actor.doctorId : null)) {
        const { companyId, id, checkLocation, workerLanguage, distanceToCheck } = after;
        // A message about a mission that is gone says only what the doctor knew of it.
        const { appointmentStart, appointmentEnd } = news === 'Withdrawn' || news === 'Cancelled' ? before : after;
        const notice: MissionNotice = {
          companyId,
          checkId: id,
          doctorId,
          news,
          checkLocation,
          workerLanguage,
          distanceToCheck,
          appointmentStart: appointmentStart?.toISOString() ?? null,
          appointmentEnd: appointmentEnd?.toISOString() ?? null,
          concernsFrom: earliest(before.appointmentStart, after.appointmentStart),
        };
        await outbox.put(tx, { topic: TOPIC, companyId, payload: notice });
      }
    },
  };
}

/** A doctor whose mission of tomorrow moves to next week must be notified today. */
function earliest(...starts: readonly (Date | null)[]): string | null {
  const known = starts.flatMap((start) => start?.getTime() ?? []);
  return known.length === 0 ? null : new Date(Math.min(...known)).toISOString();
}
