import { conteudo } from "../../textos/conteudo.ts";
import type { Transporte } from "./conteudo.ts";
import { Ficha } from "./Ficha.tsx";
import { Referencias } from "./Referencias.tsx";

/** What a CT-e or MDF-e carries, by its keys. */
export function AbaDocumentos({ transporte }: { transporte: Transporte }): React.JSX.Element {
  return (
    <Ficha titulo={conteudo.documentos.titulo}>
      <Referencias documentos={transporte.documentos} />
    </Ficha>
  );
}
