import { noteServerTime } from "./clock.ts";
import { noteRelease } from "./release.ts";

/** Reads what every answer of the server says beside its content: the time, and the release. */
export function noteResponse(response: Response): void {
  noteServerTime(response);
  noteRelease(response);
}
