import { useSyncExternalStore } from "react";

/**
 * Whether the browser allows passkeys at this address: only in a secure context, never at an IP address.
 * False in prerendered pages; use {@link useCanPasskey} there.
 */
export function canPasskey(): boolean {
  if (typeof window === "undefined") return false;
  const isIp = /^[\d.]+$|^\[/.test(window.location.hostname);
  return typeof PublicKeyCredential !== "undefined" && window.isSecureContext && !isIp;
}

const neverChanges = () => () => {};

/** {@link canPasskey} for prerendered pages: false until React has hydrated the page. */
export function useCanPasskey(): boolean {
  return useSyncExternalStore(neverChanges, canPasskey, () => false);
}
