import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { conteudo } from "../../textos/conteudo.ts";
import classes from "./Conteudo.module.css";
import { type Comercio, type Referencia, referenciaOf } from "./conteudo.ts";

/** Documents listed per step: an MDF-e may carry thousands. */
const PASSO = 100;

/** Referenced documents, each with a link to the search that finds it. */
export function Referencias(props: { documentos: Comercio["referencias"] }): React.JSX.Element {
  const { documentos } = props;
  const [shown, setShown] = useState(PASSO);
  const more = Math.min(PASSO, documentos.length - shown);
  return (
    <>
      <ul className={classes.documentos}>
        {documentos.slice(0, shown).map((documento, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a paper document has no unique key
          <li key={index}>
            <Documento referencia={referenciaOf(documento)} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button variant="default" className={classes.mais} onClick={() => setShown(shown + PASSO)}>
          {conteudo.documentos.mais(more)}
        </Button>
      )}
    </>
  );
}

function Documento({ referencia }: { referencia: Referencia }): React.JSX.Element {
  const { nome, emitente, chave, href, descricao } = referencia;
  const { documentos: t } = conteudo;
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
