/** The secret token of a link: 256 bits in base64url. */
export const SECRET_TOKEN = /^[A-Za-z0-9_-]{43}$/;
