import { formatChave, siglaOfModelo, splitChaveAcesso } from "@malote/syntax";
import { IconArrowUpRight, IconFileTypePdf, IconFileUnknown } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { Email } from "../../rpc/queries.ts";
import { emails } from "../../textos/emails.ts";
import { formatNumero } from "../../ui/numero.ts";
import { isInPdf } from "./partes.ts";
import classes from "./SemXml.module.css";

type Chave = Email["chavesSemXml"][number];

/**
 * Documents that came only as a PDF or only as a quoted key: a link to the nota, or advice to
 * request the XML.
 */
export function SemXml({ email }: { email: Email }): React.JSX.Element | null {
  const { semXml: t } = emails.detalhe;
  const chaves = email.chavesSemXml;
  if (chaves.length === 0) return null;
  const isSoPdf = chaves.every(({ chaveAcesso }) => isInPdf(chaveAcesso, email));
  const Desenho = isSoPdf ? IconFileTypePdf : IconFileUnknown;
  const missing = chaves.some(({ notaId }) => notaId === null);
  return (
    <section className={classes.aviso} data-falta={missing ? true : undefined} aria-labelledby="sem-xml">
      <Desenho size={18} stroke={1.6} aria-hidden="true" />
      <div>
        <h3 id="sem-xml" className="t-secao">
          {isSoPdf ? t.titulo(chaves.length) : t.tituloCitada}
        </h3>
        <ul>
          {chaves.map((chave) => (
            <li key={chave.chaveAcesso}>
              <Documento chave={chave} isSoPdf={isInPdf(chave.chaveAcesso, email)} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Documento(props: { chave: Chave; isSoPdf: boolean }): React.JSX.Element {
  const { chaveAcesso, notaId } = props.chave;
  const { detalhe: t } = emails;
  const frases = props.isSoPdf ? t.semXml.soPdf : t.semXml.citada;
  const nome = nomeOf(chaveAcesso);
  if (notaId !== null) {
    return (
      <>
        {frases.veio(nome)}{" "}
        <Link to={`/nota/${notaId}?type=E`} className={`link ${classes.nota}`}>
          {t.abrirNota(nome)}
          <IconArrowUpRight size={15} stroke={1.8} aria-hidden="true" />
        </Link>
      </>
    );
  }
  return (
    <>
      {frases.falta(nome)}
      <span className={classes.chave}>
        <span className="vh">{t.semXml.chave}: </span>
        <code className="mono">{formatChave(chaveAcesso)}</code>
      </span>
    </>
  );
}

/** The name of a document by its key, such as "NF-e 1.234". */
function nomeOf(chaveAcesso: string): string {
  const { modelo, numero } = splitChaveAcesso(chaveAcesso);
  return `${siglaOfModelo(modelo) ?? "nota"} ${formatNumero(numero)}`;
}
