import { useLayoutEffect, useRef } from "react";

const KEY = "malote-atalhos";
const SEQUENCE_MS = 1_000;
/** Begins a sequence: the key after it is not one of its own, on whatever page. */
const LEADER = "g ";

/** Handlers by key ("j", "?", "Enter") or by a sequence of two keys ("g r"); false: it is none of theirs. */
export type KeyHandlers = Readonly<Record<string, (event: KeyboardEvent) => unknown>>;

/** Single-key shortcuts can be turned off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== "nao";
  } catch {
    return true;
  }
}

export function setShortcutsOn(on: boolean): void {
  try {
    localStorage.setItem(KEY, on ? "sim" : "nao");
  } catch {
    // Without storage the choice is lost: shortcuts stay on.
  }
}

/** Handles single keys while no text field has the focus and no dialog or menu is open. */
export function useShortcuts(handlers: KeyHandlers): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  // Registered before the first paint: a page that is visible already handles keys.
  useLayoutEffect(() => {
    let first = "";
    let firstAt = 0;
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((isCharacter(event.key) && !areShortcutsOn()) || isBusy(event.target)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const sequence = event.timeStamp - firstAt < SEQUENCE_MS ? `${first} ${key}` : "";
      const run = latest.current[sequence] ?? (sequence.startsWith(LEADER) ? undefined : latest.current[key]);
      first = key;
      firstAt = event.timeStamp;
      if (run && run(event) !== false) event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

/** Only these can be turned off: arrows, Space and Escape are no shortcut of one character (WCAG 2.1.4). */
function isCharacter(key: string): boolean {
  return key.length === 1 && key !== " ";
}

/** Whether a dialog or menu was open at keydown: one closed by that key is already gone when onKey runs. */
let wasOpen = false;
globalThis.addEventListener?.(
  "keydown",
  () => {
    wasOpen = document.querySelector('[role="dialog"], [role="menu"]') !== null;
  },
  { capture: true },
);

function isBusy(target: EventTarget | null): boolean {
  if (wasOpen) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.type === "checkbox") return false;
  return target.isContentEditable || target.matches("input, textarea, select");
}
