import { formatInteiro } from "@malote/syntax";
import { IconAlertTriangle, IconCircleCheck, IconProgress } from "@tabler/icons-react";
import type { Distribuicao, Empresa } from "../../rpc/empresas.ts";
import { empresa as textos } from "../../textos/empresas.ts";
import { geral } from "../../textos/geral.ts";
import { useAgora } from "../../ui/agora.ts";
import { formatEm, formatHa } from "../../ui/quando.ts";
import { StatusTag } from "../../ui/Status.tsx";
import classes from "./EmpresaLado.module.css";
import { isEmDia, readNsu } from "./lista.ts";

const { distribuicao: t } = textos;

/** The progress of the two distribution syncs of a company. */
export function DistribuicaoPainel({ empresa, zona }: { empresa: Empresa; zona: string }): React.JSX.Element {
  const agora = useAgora();
  const espera = waitOf(empresa);
  return (
    <section className={classes.parte} aria-labelledby="distribuicao">
      <header className={classes.topo}>
        <h2 id="distribuicao" className="t-secao">
          {t.titulo}
        </h2>
      </header>
      {espera !== null && <p className={classes.texto}>{espera}</p>}
      {empresa.distribuicoes.length > 0 && (
        <div>
          {empresa.distribuicoes.map((distribuicao) => (
            <Modelo key={distribuicao.modelo} distribuicao={distribuicao} agora={agora} zona={zona} />
          ))}
        </div>
      )}
    </section>
  );
}

/** Why no sync runs; null while one runs. */
function waitOf({ ativarAuditor, certificado, distribuicoes }: Empresa): string | null {
  if (!ativarAuditor) return t.desligada;
  if (certificado === null) return t.semCertificado;
  return distribuicoes.length === 0 ? t.aguardando : null;
}

function Modelo(props: { distribuicao: Distribuicao; agora: Date; zona: string }): React.JSX.Element {
  const { distribuicao, agora, zona } = props;
  const { modelo, ultNSU, maxNSU, ultimaEm, proximaEm, lacunas, problema, cStat } = distribuicao;
  const linhas: [string, string][] = [
    [
      t.linhas.nsu,
      readNsu(maxNSU) === 0n
        ? t.semNsu
        : t.nsu(formatInteiro(readNsu(ultNSU)), formatInteiro(readNsu(maxNSU))),
    ],
    [t.linhas.ultima, ultimaEm ? formatHa(ultimaEm, agora, zona) : geral.nenhumValor],
    [t.linhas.proxima, proximaEm ? formatEm(proximaEm, agora, zona) : geral.nenhumValor],
    [t.linhas.lacunas, lacunas === 0 ? t.semLacunas : t.lacunas(formatInteiro(lacunas))],
  ];
  return (
    <section className={classes.modelo} aria-labelledby={`modelo-${modelo}`}>
      <header>
        <h3 id={`modelo-${modelo}`}>{t.modelos[modelo]}</h3>
        <Andamento distribuicao={distribuicao} />
      </header>
      {problema !== null && (
        <p className={classes.problema}>
          {problema} {cStat !== null && <span className={classes.cStat}>{t.cStat(cStat)}</span>}
        </p>
      )}
      <dl className={classes.linhas}>
        {linhas.map(([rotulo, valor]) => (
          <div key={rotulo}>
            <dt>{rotulo}</dt>
            <dd className="num">{valor}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Andamento({ distribuicao }: { distribuicao: Distribuicao }): React.JSX.Element {
  if (distribuicao.problema !== null) {
    return (
      <StatusTag tom="aviso" palavra={t.problema}>
        <IconAlertTriangle size={15} stroke={1.8} aria-hidden="true" />
      </StatusTag>
    );
  }
  const done = isEmDia(distribuicao);
  const Desenho = done ? IconCircleCheck : IconProgress;
  return (
    <StatusTag tom={done ? "ok" : "neutro"} palavra={done ? t.emDia : t.percorrendo}>
      <Desenho size={15} stroke={1.8} aria-hidden="true" />
    </StatusTag>
  );
}
