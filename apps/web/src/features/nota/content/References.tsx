import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { contentTexts } from "../../../texts/nota/content.ts";
import classes from "./Content.module.css";
import { type Commerce, type DocumentoReference, documentoReferenceOf } from "./content-values.ts";

/** Documents listed per step: an MDF-e may carry thousands. */
const PAGE_STEP = 100;

/** Referenced documents, each with a link to the search that finds it. */
export function References(props: { documentos: Commerce["referencias"] }): React.JSX.Element {
  const { documentos } = props;
  const [shown, setShown] = useState(PAGE_STEP);
  const more = Math.min(PAGE_STEP, documentos.length - shown);
  return (
    <>
      <ul className={classes.documentos}>
        {documentos.slice(0, shown).map((documento, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a paper document has no unique key
          <li key={index}>
            <ReferencedDocumento referencia={documentoReferenceOf(documento)} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button variant="default" className={classes.mais} onClick={() => setShown(shown + PAGE_STEP)}>
          {contentTexts.documentos.mais(more)}
        </Button>
      )}
    </>
  );
}

function ReferencedDocumento({ referencia }: { referencia: DocumentoReference }): React.JSX.Element {
  const { nome, emitente, chave, href, descricao } = referencia;
  const { documentos: t } = contentTexts;
  const found = nome ?? chave;
  return (
    <>
      <p>
        {href && found ? (
          <Link to={href} className="link num" aria-label={t.buscar(found)}>
            {found}
          </Link>
        ) : (
          descricao
        )}
        {emitente && <span>{t.emitente(emitente)}</span>}
        {href && descricao && <span>{descricao}</span>}
      </p>
      {nome && chave && <p className={`mono ${classes.chave}`}>{chave}</p>}
    </>
  );
}
