import { formatChave, formatTipoNota, splitChaveAcesso, tipoNotaOfModelo } from "@malote/syntax";
import { IconArrowUpRight, IconFileTypePdf } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { Email } from "../../rpc/queries.ts";
import { emails } from "../../textos/emails.ts";
import { formatNumero } from "../../ui/numero.ts";
import classes from "./SemXml.module.css";

type Chave = Email["chavesSemXml"][number];

/** Documents of which only the PDF came: where the XML is, or that it must be asked for. */
export function SemXml({ chaves }: { chaves: readonly Chave[] }): React.JSX.Element | null {
  const { semXml: t } = emails.detalhe;
  if (chaves.length === 0) return null;
  const missing = chaves.some(({ notaId }) => notaId === null);
  return (
    <section className={classes.aviso} data-falta={missing ? true : undefined} aria-labelledby="sem-xml">
      <IconFileTypePdf size={18} stroke={1.6} aria-hidden="true" />
      <div>
        <h3 id="sem-xml" className="t-secao">
          {t.titulo(chaves.length)}
        </h3>
        <ul>
          {chaves.map((chave) => (
            <li key={chave.chaveAcesso}>
              <Documento chave={chave} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Documento({ chave: { chaveAcesso, notaId } }: { chave: Chave }): React.JSX.Element {
  const { detalhe: t } = emails;
  const nome = nomeOf(chaveAcesso);
  if (notaId !== null) {
    return (
      <>
        {t.semXml.veio(nome)}{" "}
        <Link to={`/nota/${notaId}?type=E`} className={`link ${classes.nota}`}>
          {t.abrirNota(nome)}
          <IconArrowUpRight size={15} stroke={1.8} aria-hidden="true" />
        </Link>
      </>
    );
  }
  return (
    <>
      {t.semXml.falta(nome)}
      <span className={classes.chave}>
        <span className="vh">{t.semXml.chave}: </span>
        <code className="mono">{formatChave(chaveAcesso)}</code>
      </span>
    </>
  );
}

/** "NF-e 1.234", as far as the key tells it. */
function nomeOf(chaveAcesso: string): string {
  const { modelo, numero } = splitChaveAcesso(chaveAcesso);
  const tipo = tipoNotaOfModelo(modelo);
  return `${tipo ? formatTipoNota(tipo) : "nota"} ${formatNumero(numero)}`;
}
