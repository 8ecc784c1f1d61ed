import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";

/** Works a challenge out beside the page; answers what the server takes as `captcha`, null when it could not be solved. */
self.onmessage = async ({ data: challenge }: MessageEvent<Challenge>) => {
  try {
    const solution = await solveChallenge({ challenge, deriveKey });
    self.postMessage(solution === null ? null : btoa(JSON.stringify({ challenge, solution })));
  } catch {
    self.postMessage(null);
  }
};
