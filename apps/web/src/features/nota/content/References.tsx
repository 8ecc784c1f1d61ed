import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { contentTexts } from "../../../texts/nota/content.ts";
import { ContentSection, RuledList } from "../../../ui/documento/DocContent.tsx";
import {
  type Commerce,
  type DocumentoReference,
  documentoReferenceOf,
  type Transport,
} from "./content-values.ts";

/** Documents listed per step: an MDF-e may carry thousands. */
const PAGE_STEP = 100;

/**
 * Documents that a CT-e or MDF-e carries, and the CT-e that it complements or replaces, by chave.
 */
export function DocumentosTab({ transporte }: { transporte: Transport }): React.JSX.Element {
  return (
    <>
      <References title={contentTexts.documentos.titulo} documentos={transporte.documentos} />
      <References title={contentTexts.referencias} documentos={transporte.referencias} />
    </>
  );
}

/** Referenced documents, if any, each with a link to the search that finds it. */
export function References(props: {
  title: string;
  documentos: Commerce["referencias"];
}): React.JSX.Element | null {
  const { title, documentos } = props;
  const [shown, setShown] = useState(PAGE_STEP);
  const more = Math.min(PAGE_STEP, documentos.length - shown);
  if (documentos.length === 0) return null;
  return (
    <ContentSection title={title}>
      <RuledList mt={4}>
        {documentos.slice(0, shown).map((documento, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a paper document has no unique key
          <li key={index}>
            <ReferencedDocumento referencia={documentoReferenceOf(documento)} />
          </li>
        ))}
      </RuledList>
      {more > 0 && (
        <Button variant="default" mt={12} onClick={() => setShown(shown + PAGE_STEP)}>
          {contentTexts.documentos.mais(more)}
        </Button>
      )}
    </ContentSection>
  );
}

function ReferencedDocumento({ referencia }: { referencia: DocumentoReference }): React.JSX.Element {
  const { nome, emitente, chave, href, descricao } = referencia;
  const { documentos: t } = contentTexts;
  const found = nome ?? chave;
  return (
    <>
      <Group component="p" gap="0 8px">
        {href && found ? (
          <Link to={href} className="link num" aria-label={t.buscar(found)}>
            {found}
          </Link>
        ) : (
          descricao
        )}
        <span className="t-dimmed">{emitente && t.emitente(emitente)}</span>
        <span className="t-dimmed">{href && descricao}</span>
      </Group>
      {nome && chave && (
        <Text className="mono" size="xs" lh="18px" c="var(--text-2)">
          {chave}
        </Text>
      )}
    </>
  );
}
