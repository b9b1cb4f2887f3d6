import { useGqlChange } from '../../../lib/api/query.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { WithdrawTellingDocument } from '../planning.gql.ts';
import type { PlanningCheck } from '../planning.queries.ts';
import { currentTold } from './told.ts';

type Telling = PlanningCheck['tellings'][number];

interface TakeBackTellingsProps {
  readonly check: PlanningCheck;
  readonly channel: Telling['channel'];
  /** On the button of one that was sent then. */
  readonly label: (sentAt: Telling['sentAt']) => string;
  /** Once one is taken back. */
  readonly success: string;
}

/** A button for each call or letter of now which a planner has recorded: it takes it back. */
export function TakeBackTellings({ check, channel, label, success }: TakeBackTellingsProps) {
  const withdraw = useGqlChange(WithdrawTellingDocument, { topics: ['check'], success });
  return currentTold(check)
    .filter((telling) => telling.channel === channel && telling.withdrawnAt === null)
    .map(({ id, sentAt }) => (
      <Button
        key={id}
        variant="ghost"
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate({ id: check.id, version: check.version, tellingId: id })}
      >
        {label(sentAt)}
      </Button>
    ));
}
