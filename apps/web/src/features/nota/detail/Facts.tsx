import { formatChave, formatDateTime, formatDocumento, formatReais } from "@malote/syntax";
import { IconCopy } from "@tabler/icons-react";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { partyTexts, notaTexts as texts } from "../../../texts/nota/nota.ts";
import tags from "../../../ui/list/tags.module.css";
import { copyText } from "../../../ui/state/copy-text.ts";
import classes from "./Facts.module.css";
import { type Party, partiesOf } from "./parties.ts";

/** Value, parties, date and chave of a document. */
export function Facts({ nota, timeZone }: { nota: Nota; timeZone: string }): React.JSX.Element {
  const { fatos } = texts;
  return (
    <section className={classes.fatos}>
      <p className={classes.valor}>
        <span>{fatos.valores[nota.tipoNota]}</span>
        <b className="num">{formatReais(nota.valorTotal)}</b>
      </p>
      <dl>
        {partiesOf(nota).map((party) => (
          <PartyFact key={party.role} party={party} />
        ))}
        <div className={classes.fato}>
          <dt>{fatos.emissao}</dt>
          <dd className="num">{nota.dataEmissao ? formatDateTime(nota.dataEmissao, timeZone) : "–"}</dd>
        </div>
        {nota.naturezaOperacao && (
          <div className={classes.fato}>
            <dt>{fatos.natureza}</dt>
            <dd>{nota.naturezaOperacao}</dd>
          </div>
        )}
        <div className={classes.fato}>
          <dt>{fatos.chave}</dt>
          <dd className={classes.chave}>
            <span className="mono">{formatChave(nota.chaveAcesso)}</span>
            <button
              type="button"
              className="icone icone-pequeno"
              aria-label={fatos.copiarChave}
              data-dica={fatos.copiarChave}
              onClick={() => void copyText(nota.chaveAcesso, fatos.chaveCopiada)}
            >
              <IconCopy size={16} stroke={1.6} aria-hidden="true" />
            </button>
          </dd>
        </div>
      </dl>
    </section>
  );
}

function PartyFact({ party }: { party: Party }): React.JSX.Element {
  const { role, nome, documento, place: lugar, tomador, terceiros } = party;
  const second = [
    documento ? formatDocumento(documento) : null,
    lugar,
    terceiros ? texts.fatos.terceiros : null,
  ];
  return (
    <div className={classes.fato}>
      <dt>{role}</dt>
      <dd>
        <b>{nome}</b>
        <span>{second.filter(Boolean).join(" · ")}</span>
        {tomador && <span className={tags.tipo}>{partyTexts.tomador}</span>}
      </dd>
    </div>
  );
}

/** Header of a document on a phone: party, value and date. */
export function PhoneFacts({ nota, timeZone }: { nota: Nota; timeZone: string }): React.JSX.Element {
  const received = nota.entradaSaida === "E";
  const nome = received ? nota.nomeEmitente : (nota.nomeDestinatario ?? "–");
  const documento = received ? nota.cnpjEmitente : nota.cnpjDestinatario;
  const uf = received ? nota.ufEmitente : nota.ufDestinatario;
  const parts = [
    nota.dataEmissao ? formatDateTime(nota.dataEmissao, timeZone) : null,
    documento ? formatDocumento(documento) : null,
    uf,
  ];
  return (
    <section className={classes.topo}>
      <p className={classes.topoNome}>{nome}</p>
      <p className={`num ${classes.topoValor}`}>{formatReais(nota.valorTotal)}</p>
      <p className={classes.topoFim}>{parts.filter(Boolean).join(" · ")}</p>
    </section>
  );
}
