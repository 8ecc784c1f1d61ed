import { useLayoutEffect, useRef, useState } from "react";

type AnyFunction = (...values: never[]) => unknown;

/**
 * The given functions under wrappers that stay the same from one drawing to the next: what was drawn with
 * them need not be drawn again, and calls the newest ones. Only for events, not to be called while drawing.
 */
export function useSteady<Functions extends Record<string, AnyFunction>>(functions: Functions): Functions {
  const newest = useRef(functions);
  useLayoutEffect(() => {
    newest.current = functions;
  });
  const [steady] = useState(() =>
    Object.fromEntries(
      Object.keys(functions).map((name) => [
        name,
        (...values: never[]): unknown => newest.current[name]?.(...values),
      ]),
    ),
  );
  return steady as Functions;
}
