/** A token of a link, as wide as nobody can guess: 256 bits in base64url. */
export const SECRET_TOKEN = /^[A-Za-z0-9_-]{43}$/;
