import { useEffect, useState } from "react";

let hasSession: () => boolean | Promise<boolean> = () => false;

/**
 * Registers the check whether the visitor is signed in; the public pages themselves make no server calls.
 */
export function setSessionCheck(check: () => boolean | Promise<boolean>): void {
  hasSession = check;
}

/**
 * Whether the visitor has a session, in this tab or from another; false until known or when the check
 * fails.
 */
export function useHasSession(): boolean {
  const [signedIn, setSignedIn] = useState(false);
  useEffect(() => {
    let unmounted = false;
    void Promise.resolve(hasSession())
      .catch(() => false)
      .then((known) => {
        if (!unmounted) setSignedIn(known);
      });
    return () => {
      unmounted = true;
    };
  }, []);
  return signedIn;
}
