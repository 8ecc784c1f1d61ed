import type { ParamsLimit } from "@malote/contract";

/** Whether a parsed JSON value exceeds its limit. Stops at the limit, at any depth. */
export function exceedsLimit(value: unknown, limit: ParamsLimit): boolean {
  let { chars, items } = limit;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one === "string") chars -= one.length;
    else if (typeof one === "object" && one !== null) {
      const keys = Object.keys(one);
      items -= keys.length;
      if (items < 0) return true;
      const isList = Array.isArray(one);
      for (const [key, held] of Object.entries(one)) {
        if (!isList) chars -= key.length;
        open.push(held);
      }
    }
    if (chars < 0) return true;
  }
  return false;
}
