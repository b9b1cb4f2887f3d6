/** Whether this run has the time for long storms, many rounds and large data: `npm test -- all` says so. */
export const nightly = process.env.NIGHTLY === '1';
