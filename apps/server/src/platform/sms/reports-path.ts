/** Where a gateway reports the outcome of a message; the message's id follows. */
export const SMS_REPORTS_PATH = '/v1/api/sms/reports';
