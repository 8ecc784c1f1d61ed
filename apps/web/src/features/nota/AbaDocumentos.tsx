import { conteudo } from "../../textos/conteudo.ts";
import type { Transporte } from "./conteudo.ts";
import { Ficha } from "./Ficha.tsx";
import { Referencias } from "./Referencias.tsx";

/**
 * Documents that a CT-e or MDF-e carries, and the CT-e that it complements or replaces, by chave.
 */
export function AbaDocumentos({ transporte }: { transporte: Transporte }): React.JSX.Element {
  const { documentos, referencias } = transporte;
  return (
    <>
      {documentos.length > 0 && (
        <Ficha titulo={conteudo.documentos.titulo}>
          <Referencias documentos={documentos} />
        </Ficha>
      )}
      {referencias.length > 0 && (
        <Ficha titulo={conteudo.referencias}>
          <Referencias documentos={referencias} />
        </Ficha>
      )}
    </>
  );
}
