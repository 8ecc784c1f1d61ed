import { formatReais } from "@malote/syntax";
import type { NotaRow } from "../../../rpc/documents/queries.ts";
import { notaNameOf } from "./flag-state.ts";

/** A document in one line: type and number, emitente, value. */
export function NotaLine({ nota }: { nota: NotaRow }): React.JSX.Element {
  return (
    <>
      <b>{notaNameOf(nota)}</b> · {nota.nomeEmitente} ·{" "}
      <span className="num">{formatReais(nota.valorTotal)}</span>
    </>
  );
}
