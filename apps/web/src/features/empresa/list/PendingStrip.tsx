import { formatInteger } from "@malote/syntax";
import { IconArrowRight } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { Empresa } from "../../../rpc/conta/empresas.ts";
import { empresasTexts as texts } from "../../../texts/admin/empresas.ts";
import { STATE_ICONS } from "../certificado/CertificadoStatus.tsx";
import { formatDay } from "../certificado/certificado-state.ts";
import { type PendingItem, pendingItemsOf } from "./empresas-summary.ts";
import classes from "./PendingStrip.module.css";

/**
 * Certificates that need action, by state, each linked to the most urgent company; nothing when
 * there are none.
 */
export function PendingStrip(props: {
  empresas: readonly Empresa[];
  timeZone: string;
}): React.JSX.Element | null {
  const { empresas, timeZone } = props;
  const pendingItems = pendingItemsOf(empresas);
  if (pendingItems.length === 0) return null;
  return (
    <section className={classes.faixa} aria-labelledby="precisa">
      <h2 id="precisa" className="t-secao">
        {texts.precisa.titulo}
      </h2>
      <ul className={classes.celulas}>
        {pendingItems.map((pendingItem) => (
          <li key={pendingItem.state}>
            <PendingCell {...pendingItem} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PendingCell(props: PendingItem & { timeZone: string }): React.JSX.Element | null {
  const { state, empresas, timeZone } = props;
  const Icon = STATE_ICONS[state];
  const firstEmpresa = empresas[0];
  if (!firstEmpresa) return null;
  return (
    <Link to={`/cert/${firstEmpresa.id}`} className={classes.celula}>
      <Icon size={20} stroke={1.6} aria-hidden="true" className={classes.icone} />
      <b className={`${classes.numero} num`}>{formatInteger(empresas.length)}</b>
      <span className={classes.texto}>
        <b>{texts.precisa[state](empresas.length)}</b>
        <span>{reasonOf(state, firstEmpresa, empresas.length - 1, timeZone)}</span>
      </span>
      <IconArrowRight size={16} stroke={1.6} aria-hidden="true" className={classes.seta} />
    </Link>
  );
}

/** The company and its relevant date; of several companies, the most urgent one. */
function reasonOf(
  state: PendingItem["state"],
  { nome, certificado }: Empresa,
  otherCount: number,
  timeZone: string,
): string {
  const { porque, eMais } = texts.precisa;
  const reason = certificado
    ? porque[state](
        nome,
        formatDay(state === "futuro" ? certificado.validoDe : certificado.validoAte, timeZone),
      )
    : nome;
  return otherCount === 0 ? reason : eMais(reason, otherCount);
}
