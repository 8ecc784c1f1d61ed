import {
  addAmount,
  formatAmount,
  formatChave,
  formatDateTime,
  formatDocumento,
  formatReais,
  formatTipoNota,
} from "@malote/syntax";
import { serverNow } from "../../../network/clock.ts";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { printTexts as texts } from "../../../texts/lists/print.ts";
import { notaTexts } from "../../../texts/nota/nota.ts";
import { formatDecimal, formatDocumentNumber } from "../../../ui/format/numbers.ts";
import sheet from "../../../ui/print/Sheet.module.css";
import { ChaveBars, Letterhead } from "../../../ui/print/Sheet.tsx";
import { type Party, partiesOf } from "../detail/parties.ts";
import classes from "./NotaSheet.module.css";
import { ownPartyOf } from "./own-party.ts";
import { dueDatesOf, type SheetEvent, sheetEventsOf, valueGroupsOf } from "./sheet-content.ts";
import { VerdictFrame } from "./VerdictFrame.tsx";

/** One document on paper, in the order in which it is checked: what, verdict, parties, items, values, what
 * happened. Pages as many as its items need. */
export function NotaSheet(props: { nota: Nota; timeZone: string; userName: string }): React.JSX.Element {
  const { nota, timeZone, userName } = props;
  const received = nota.entradaSaida === "E";
  const now = serverNow();
  return (
    <article className={`${sheet.paper} ${classes.page}`}>
      <Letterhead owner={ownPartyOf([nota])} kind={received ? texts.recebido : texts.emitido} />
      <Head nota={nota} timeZone={timeZone} />
      <VerdictFrame nota={nota} now={now} timeZone={timeZone} />
      <section className={classes.columns}>
        {partiesOf(nota).map((party) => (
          <PartyBlock key={party.role} party={party} />
        ))}
      </section>
      {nota.itens.length > 0 && <Items nota={nota} />}
      <Values nota={nota} />
      <Events events={sheetEventsOf(nota, timeZone)} timeZone={timeZone} />
      <footer className={classes.chave}>
        <div>
          <p className={sheet.second}>{texts.chave}</p>
          <p className="mono">{formatChave(nota.chaveAcesso)}</p>
        </div>
        <ChaveBars chave={nota.chaveAcesso} className={classes.bars} />
      </footer>
      <p className={`${sheet.footer} ${classes.printed}`}>
        {texts.impressoPor(userName, formatDateTime(now, timeZone))}. {texts.naoSubstitui}
      </p>
    </article>
  );
}

function Head({ nota, timeZone }: { nota: Nota; timeZone: string }): React.JSX.Element {
  const other = nota.entradaSaida === "E" ? nota.nomeEmitente : (nota.nomeDestinatario ?? "–");
  return (
    <header className={classes.head}>
      <div>
        <p className={sheet.second}>
          {formatTipoNota(nota.tipoNota)}
          {texts.serie(nota.serieNota)}
        </p>
        <h1>{formatDocumentNumber(nota.numeroNota)}</h1>
        <p className={classes.other}>{other}</p>
      </div>
      <div className={sheet.end}>
        <p className={sheet.second}>{notaTexts.fatos.valores[nota.tipoNota]}</p>
        <p className={classes.value}>{formatReais(nota.valorTotal)}</p>
        {nota.dataEmissao && (
          <p className={sheet.second}>{texts.emitidaEm(formatDateTime(nota.dataEmissao, timeZone))}</p>
        )}
      </div>
    </header>
  );
}

function PartyBlock({ party }: { party: Party }): React.JSX.Element {
  const { role, nome, documento, place } = party;
  const facts = [
    [texts.nome, nome],
    [texts.inscricao, documento && formatDocumento(documento)],
    [texts.lugar, place],
  ] as const;
  return (
    <div className={classes.block}>
      <h2>{role}</h2>
      <dl className={classes.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt className={sheet.second}>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
}

function Items({ nota: { itens } }: { nota: Nota }): React.JSX.Element {
  const { item: t } = texts;
  return (
    <section className={classes.wide}>
      <h2>{texts.itens}</h2>
      <table className={sheet.table}>
        <thead>
          <tr>
            <th>{t.codigo}</th>
            <th>{t.descricao}</th>
            <th>{t.ncm}</th>
            <th>{t.cfop}</th>
            <th className={sheet.end}>{t.quantidade}</th>
            <th className={sheet.end}>{t.unitario}</th>
            <th className={sheet.end}>{t.total}</th>
          </tr>
        </thead>
        <tbody>
          {itens.map((item) => (
            <tr key={item.numero}>
              <td>{item.codigo}</td>
              <td className={classes.description}>{item.descricao}</td>
              <td>{item.ncm ?? "–"}</td>
              <td>{item.cfop ?? "–"}</td>
              <td className={sheet.end}>{`${formatDecimal(item.quantidade)} ${item.unidade}`}</td>
              <td className={sheet.end}>{formatDecimal(item.valorUnitario, 2)}</td>
              <td className={sheet.end}>{formatAmount(item.valorTotal)}</td>
            </tr>
          ))}
          <tr className={sheet.total}>
            <td colSpan={6}>{texts.totalDosItens}</td>
            <td className={sheet.end}>
              {formatAmount(itens.reduce((total, item) => addAmount(total, item.valorTotal), "0.00"))}
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

/** Totals, taxes and due dates side by side. */
function Values({ nota }: { nota: Nota }): React.JSX.Element {
  const dueDates = dueDatesOf(nota);
  const groups = [
    ...valueGroupsOf(nota),
    ...(dueDates.length > 0 ? [{ titulo: texts.vencimentos, linhas: dueDates }] : []),
  ];
  return (
    <section className={classes.columns}>
      {groups.map(({ titulo, linhas }) => (
        <div key={titulo} className={classes.block}>
          <h2>{titulo}</h2>
          <table className={sheet.table}>
            <tbody>
              {linhas.map(({ rotulo, valor }) => (
                <tr key={`${rotulo} ${valor}`}>
                  <td>{rotulo}</td>
                  <td className={sheet.end}>{valor}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </section>
  );
}

function Events(props: { events: readonly SheetEvent[]; timeZone: string }): React.JSX.Element {
  const { events, timeZone } = props;
  return (
    <section className={classes.wide}>
      <h2>{texts.aconteceu}</h2>
      <table className={sheet.table}>
        <tbody>
          {events.map(({ quando, titulo, texto }) => (
            <tr key={`${quando?.getTime()} ${titulo}`}>
              <td className={classes.time}>{quando ? formatDateTime(quando, timeZone) : "–"}</td>
              <td className={classes.event}>{titulo}</td>
              <td>{texto}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
