/** The app's clock; sessions, leases and due times read it and no other. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
