import { useGqlChange } from '../../../lib/api/query.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { WithdrawEmployeeMessageDocument } from '../planning.gql.ts';
import type { PlanningCheck } from '../planning.queries.ts';
import { currentMessages } from './current-messages.ts';

type EmployeeMessage = PlanningCheck['employeeMessages'][number];

interface WithdrawMessagesProps {
  readonly check: PlanningCheck;
  readonly channel: EmployeeMessage['channel'];
  /** Label of the button, by the time at which the message was sent. */
  readonly label: (sentAt: EmployeeMessage['sentAt']) => string;
  /** Shown after a message was withdrawn. */
  readonly success: string;
}

/** A button to withdraw each current call or letter that a planner recorded. */
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
