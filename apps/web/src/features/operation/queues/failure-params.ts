import { QUEUE_TYPES } from "@malote/contract";
import type { FailureFilter } from "../../../rpc/operator/operator-queries.ts";

const STATES = ["tentando", "desistiu"] as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The filter of a URL; invalid values are ignored. */
export function readFailureFilter(params: URLSearchParams): FailureFilter {
  const tipo = QUEUE_TYPES.find((each) => each === params.get("tipo"));
  const estado = STATES.find((each) => each === params.get("estado"));
  const contaId = params.get("conta") ?? "";
  return {
    ...(tipo ? { tipo } : {}),
    ...(estado ? { estado } : {}),
    ...(UUID.test(contaId) ? { contaId } : {}),
  };
}

/**
 * URL parameters with one filter field changed and the page reset; an empty value removes the
 * field.
 */
export function writeFailureField(
  params: URLSearchParams,
  field: "tipo" | "estado" | "conta",
  value: string,
): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete("page");
  if (value === "") next.delete(field);
  else next.set(field, value);
  return next;
}
