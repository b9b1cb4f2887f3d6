import { useGqlChange } from '../../../lib/api/query.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { WithdrawEmployeeMessageDocument } from '../planning.gql.ts';
import type { PlanningCheck } from '../planning.queries.ts';
import { currentMessages } from './current-messages.ts';

type EmployeeMessage = PlanningCheck['employeeMessages'][number];

interface WithdrawMessagesProps {
  readonly check: PlanningCheck;
  readonly channel: EmployeeMessage['channel'];
  /** On the button of one that was sent then. */
  readonly label: (sentAt: EmployeeMessage['sentAt']) => string;
  /** Once one is taken back. */
  readonly success: string;
}

/** A button for each call or letter of now which a planner has recorded: it takes it back. */
export function WithdrawMessages({ check, channel, label, success }: WithdrawMessagesProps) {
  const withdraw = useGqlChange(WithdrawEmployeeMessageDocument, { topics: ['check'], success });
  return currentMessages(check)
    .filter((message) => message.channel === channel && message.withdrawnAt === null)
    .map(({ id, sentAt }) => (
      <Button
        key={id}
        variant="ghost"
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate({ id: check.id, version: check.version, employeeMessageId: id })}
      >
        {label(sentAt)}
      </Button>
    ));
}
