import { diaInZona, formatData } from "@malote/syntax";
import { Link } from "react-router-dom";
import type { EmailLinha, EmailOrdem } from "../../rpc/queries.ts";
import { emails as textos } from "../../textos/emails.ts";
import { AttachmentChip } from "../../ui/AttachmentChip.tsx";
import { formatHora } from "../../ui/quando.ts";
import { isRefutada } from "../../ui/situacao.ts";
import { chipOf, paradoOf } from "./chips.ts";
import { groupByDia } from "./dias.ts";
import classes from "./EmailsLista.module.css";

const CHIPS_MAX = 3;

/** The e-mails, one line each, grouped by day. */
export function EmailsLista(props: {
  emails: readonly EmailLinha[];
  ordem: EmailOrdem;
  zona: string;
  linkOf: (email: EmailLinha) => { to: string; state: unknown };
}): React.JSX.Element {
  const { emails, ordem, zona, linkOf } = props;
  const hoje = diaInZona(new Date(), zona);
  const grupos = groupByDia(emails, ordem, { hoje, zona });
  const dated = ordem !== "dataDesc";
  return (
    <>
      {grupos.map((grupo) => (
        <section key={grupo.chave} aria-label={grupo.nome || textos.lista}>
          {grupo.nome && (
            <h2 className={classes.dia}>
              <b>{grupo.nome}</b>
              <span>{grupo.extenso}</span>
            </h2>
          )}
          <ul>
            {grupo.itens.map((email) => (
              <Linha key={email.id} email={email} zona={zona} dated={dated} link={linkOf(email)} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Linha(props: {
  email: EmailLinha;
  zona: string;
  dated: boolean;
  link: { to: string; state: unknown };
}): React.JSX.Element {
  const { email, zona, dated, link } = props;
  const nada = email.extraidos === 0 && email.estado === "lido" && email.chips.length === 0;
  const when = email.data ?? email.recebidaEm;
  const remetente = email.remetenteNome || email.remetente;
  return (
    <li className={classes.linha} data-linha={email.id}>
      <Link to={link.to} state={link.state} data-abrir className={classes.abrir}>
        <span className={classes.ponto} data-nada={nada} aria-hidden="true" />
        <span className={classes.remetente} data-vago={remetente ? undefined : true}>
          {remetente || textos.semRemetente}
        </span>
        <span className={classes.assunto}>
          <b data-vago={email.assunto ? undefined : true}>{email.assunto || textos.semAssunto}</b>{" "}
          <span>{email.resumo}</span>
        </span>
        <span className={classes.chips}>
          <Extraidos email={email} nada={nada} />
        </span>
        <span className={`num ${classes.hora}`}>
          {when && (dated ? formatData(when, zona).slice(0, 5) : formatHora(when, zona))}
        </span>
      </Link>
    </li>
  );
}

/** The result of an e-mail: its documents, or why there are none. */
function Extraidos({ email, nada }: { email: EmailLinha; nada: boolean }): React.JSX.Element {
  if (email.estado === "em-leitura") return <span className={classes.nota}>{textos.emLeitura}</span>;
  if (nada && email.problemas === 0) {
    return <span className={classes.nota}>{email.partes === 0 ? textos.nadaSemAnexos : textos.nada}</span>;
  }
  const chips = email.chips.map(chipOf);
  const more = chips.length - CHIPS_MAX;
  const tinted = email.chips.filter((chip) => chip.quarentena || isRefutada(chip)).length;
  const parado = paradoOf(email);
  return (
    <>
      {parado && <span className={classes.problema}>{parado}</span>}
      {email.problemas > tinted && (
        <span className={classes.problema}>{textos.problema(email.problemas - tinted)}</span>
      )}
      {chips.slice(0, CHIPS_MAX).map((chip, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two copies of one document have no distinct key
        <AttachmentChip key={index} {...chip} />
      ))}
      {more > 0 && (
        <span className={classes.mais}>
          <span aria-hidden="true">{textos.mais(more)}</span>
          <span className="vh">{textos.maisDica(more)}</span>
        </span>
      )}
    </>
  );
}
