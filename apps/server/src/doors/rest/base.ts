/** Where REST v1 lives. */
export const REST_BASE = "/Services/rest/v1";
