import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";

/** Solves a challenge in a worker. Posts the `captcha` parameter, or null when it cannot be solved. */
self.onmessage = async ({ data: challenge }: MessageEvent<Challenge>) => {
  try {
    const solution = await solveChallenge({ challenge, deriveKey });
    self.postMessage(solution === null ? null : btoa(JSON.stringify({ challenge, solution })));
  } catch {
    self.postMessage(null);
  }
};
