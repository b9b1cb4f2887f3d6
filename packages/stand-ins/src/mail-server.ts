/**
 * Replaces the mail server of a recipient in development, demo and tests, where no mail leaves: addresses that begin with `bounce` have no
 * mailbox.
 */
export const bounces = (recipient: string): boolean => recipient.startsWith('bounce');

/** The notice of a mail server that a mail could not be delivered (RFC 3464). @param sender the address that mails come from */
export function bounceNotice(mailId: string, sender: string): string {
  const host = sender.slice(sender.lastIndexOf('@') + 1);
  return [
    'From: MAILER-DAEMON@mx.example',
    `To: ${sender}`,
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=notice',
    '',
    '--notice',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 User unknown',
    '',
    '--notice',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: <${mailId}@${host}>`,
    '',
    '--notice--',
    '',
  ].join('\r\n');
}
