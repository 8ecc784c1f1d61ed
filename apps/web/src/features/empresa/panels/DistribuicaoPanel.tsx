import { formatInteger } from "@malote/syntax";
import { IconAlertTriangle, IconCircleCheck, IconProgress } from "@tabler/icons-react";
import type { Distribuicao, Empresa } from "../../../rpc/conta/empresas.ts";
import { empresaTexts as texts } from "../../../texts/admin/empresas.ts";
import { general } from "../../../texts/app/general.ts";
import { StatusTag } from "../../../ui/documento/Status.tsx";
import { formatTimeAgo, formatTimeUntil } from "../../../ui/format/relative-time.ts";
import { useNow } from "../../../ui/state/use-now.ts";
import { isUpToDate, readNsu } from "../list/empresas-summary.ts";
import classes from "./EmpresaPanels.module.css";

const { distribuicao: t } = texts;

/** The progress of the two distribution syncs of a company. */
export function DistribuicaoPanel({
  empresa,
  timeZone,
}: {
  empresa: Empresa;
  timeZone: string;
}): React.JSX.Element {
  const now = useNow();
  const waitReason = waitReasonOf(empresa);
  return (
    <section className={classes.parte} aria-labelledby="distribuicao">
      <header className={classes.topo}>
        <h2 id="distribuicao" className="t-secao">
          {t.titulo}
        </h2>
      </header>
      {waitReason !== null && <p className={classes.texto}>{waitReason}</p>}
      {empresa.distribuicoes.length > 0 && (
        <div>
          {empresa.distribuicoes.map((distribuicao) => (
            <DistribuicaoSection
              key={distribuicao.modelo}
              distribuicao={distribuicao}
              now={now}
              timeZone={timeZone}
            />
          ))}
        </div>
      )}
    </section>
  );
}

/** Why no sync runs; null while one runs. */
function waitReasonOf({ ativarAuditor, certificado, distribuicoes }: Empresa): string | null {
  if (!ativarAuditor) return t.desligada;
  if (certificado === null) return t.semCertificado;
  return distribuicoes.length === 0 ? t.aguardando : null;
}

function DistribuicaoSection(props: {
  distribuicao: Distribuicao;
  now: Date;
  timeZone: string;
}): React.JSX.Element {
  const { distribuicao, now, timeZone } = props;
  const { modelo, ultNSU, maxNSU, ultimaEm, proximaEm, lacunas, problema, cStat } = distribuicao;
  const rows: [string, string][] = [
    [
      t.linhas.nsu,
      readNsu(maxNSU) === 0n
        ? t.semNsu
        : t.nsu(formatInteger(readNsu(ultNSU)), formatInteger(readNsu(maxNSU))),
    ],
    [t.linhas.ultima, ultimaEm ? formatTimeAgo(ultimaEm, now, timeZone) : general.nenhumValor],
    [t.linhas.proxima, proximaEm ? formatTimeUntil(proximaEm, now, timeZone) : general.nenhumValor],
    [t.linhas.lacunas, lacunas === 0 ? t.semLacunas : t.lacunas(formatInteger(lacunas))],
  ];
  return (
    <section className={classes.modelo} aria-labelledby={`modelo-${modelo}`}>
      <header>
        <h3 id={`modelo-${modelo}`}>{t.modelos[modelo]}</h3>
        <SyncStatus distribuicao={distribuicao} />
      </header>
      {problema !== null && (
        <p className={classes.problema}>
          {problema} {cStat !== null && <span className={classes.cStat}>{t.cStat(cStat)}</span>}
        </p>
      )}
      <dl className={classes.linhas}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function SyncStatus({ distribuicao }: { distribuicao: Distribuicao }): React.JSX.Element {
  if (distribuicao.problema !== null) {
    return (
      <StatusTag tone="aviso" word={t.problema}>
        <IconAlertTriangle size={15} stroke={1.8} aria-hidden="true" />
      </StatusTag>
    );
  }
  const isFullyRead = isUpToDate(distribuicao);
  const Icon = isFullyRead ? IconCircleCheck : IconProgress;
  return (
    <StatusTag tone={isFullyRead ? "ok" : "neutro"} word={isFullyRead ? t.emDia : t.percorrendo}>
      <Icon size={15} stroke={1.8} aria-hidden="true" />
    </StatusTag>
  );
}
