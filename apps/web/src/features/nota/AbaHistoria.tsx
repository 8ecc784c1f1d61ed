import { diaInZona } from "@malote/syntax";
import {
  IconBuildingBank,
  IconClock,
  IconFileInvoice,
  IconMail,
  IconMailbox,
  IconUser,
} from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { Nota } from "../../rpc/queries.ts";
import { historia as textos } from "../../textos/historia.ts";
import { formatDiaTitulo, formatHora } from "../../ui/quando.ts";
import classes from "./AbaHistoria.module.css";
import { type Acontecimento, historiaOf, type Origem } from "./historia.ts";

const SINAIS: Record<Origem, typeof IconMail> = {
  emitente: IconFileInvoice,
  correio: IconMail,
  malote: IconMailbox,
  sefaz: IconBuildingBank,
  pessoa: IconUser,
  depois: IconClock,
};

/** The history of the document by day: what happened, when and by whom. */
export function AbaHistoria({ nota, zona }: { nota: Nota; zona: string }): React.JSX.Element {
  const hoje = diaInZona(new Date(), zona);
  return (
    <ol className={classes.dias} aria-label={textos.rotulo}>
      {historiaOf(nota, zona).map(({ dia, acontecimentos }) => {
        const { nome, extenso } = formatDiaTitulo(dia, hoje);
        return (
          <li key={dia}>
            <h3 className={classes.dia}>
              <b>{nome}</b> {extenso}
            </h3>
            <ol>
              {acontecimentos.map((each, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be identical
                <Linha key={index} acontecimento={each} zona={zona} />
              ))}
            </ol>
          </li>
        );
      })}
    </ol>
  );
}

function Linha({ acontecimento, zona }: { acontecimento: Acontecimento; zona: string }): React.JSX.Element {
  const { quando, origem, titulo, quem, texto, tom, link } = acontecimento;
  const Sinal = SINAIS[origem];
  return (
    <li className={classes.linha} data-tom={tom} data-depois={origem === "depois" ? true : undefined}>
      <time className="num" dateTime={quando.toISOString()}>
        {formatHora(quando, zona)}
      </time>
      <span className={classes.sinal} aria-hidden="true">
        <Sinal size={15} stroke={1.7} />
      </span>
      <div className={classes.texto}>
        <b>{titulo}</b>
        {quem && <span> {quem}</span>}
        {texto && <p>{texto}</p>}
      </div>
      {link && (
        <Link to={link.to} className="link">
          {link.rotulo}
        </Link>
      )}
    </li>
  );
}
