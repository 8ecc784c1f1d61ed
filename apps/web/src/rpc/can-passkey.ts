import { useSyncExternalStore } from "react";

/**
 * Whether browsers allow passkeys at this address: never at an IP address, and only in a secure context. Pages that are written before a
 * browser reads them offer none; use {@link useCanPasskey} there.
 */
export function canPasskey(): boolean {
  if (typeof window === "undefined") return false;
  const isIp = /^[\d.]+$|^\[/.test(window.location.hostname);
  return typeof PublicKeyCredential !== "undefined" && window.isSecureContext && !isIp;
}

const neverChanges = () => () => {};

/** {@link canPasskey} for pages of the site: false until the page that the server wrote has been taken over. */
export function useCanPasskey(): boolean {
  return useSyncExternalStore(neverChanges, canPasskey, () => false);
}
