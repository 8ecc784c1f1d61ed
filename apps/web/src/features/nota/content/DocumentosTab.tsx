import { contentTexts } from "../../../texts/nota/content.ts";
import { ContentSection } from "./ContentSection.tsx";
import type { Transport } from "./content-values.ts";
import { References } from "./References.tsx";

/**
 * Documents that a CT-e or MDF-e carries, and the CT-e that it complements or replaces, by chave.
 */
export function DocumentosTab({ transporte }: { transporte: Transport }): React.JSX.Element {
  const { documentos, referencias } = transporte;
  return (
    <>
      {documentos.length > 0 && (
        <ContentSection title={contentTexts.documentos.titulo}>
          <References documentos={documentos} />
        </ContentSection>
      )}
      {referencias.length > 0 && (
        <ContentSection title={contentTexts.referencias}>
          <References documentos={referencias} />
        </ContentSection>
      )}
    </>
  );
}
