/** Base path of REST v1. */
export const REST_BASE = "/Services/rest/v1";
