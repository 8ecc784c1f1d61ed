import { IconCircleCheck, IconLock } from "@tabler/icons-react";
import type { Empresa } from "../../rpc/empresas.ts";
import { empresas, empresa as textos } from "../../textos/empresas.ts";
import { useAgora } from "../../ui/agora.ts";
import { formatHa } from "../../ui/quando.ts";
import { StatusTag } from "../../ui/Status.tsx";
import classes from "./EmpresaLado.module.css";

const { prova: t } = textos;

/** Whether the company is proved to belong to the conta, and how. */
export function ProvaPainel({ empresa, zona }: { empresa: Empresa; zona: string }): React.JSX.Element {
  return (
    <section className={classes.parte} aria-labelledby="prova">
      <header className={classes.topo}>
        <h2 id="prova" className="t-secao">
          {t.titulo}
        </h2>
        <ProvaStatus empresa={empresa} />
      </header>
      {empresa.prova === null ? <Falta empresa={empresa} /> : <Provada prova={empresa.prova} zona={zona} />}
    </section>
  );
}

/** The status tag of the proof. */
export function ProvaStatus({ empresa: { prova } }: { empresa: Empresa }): React.JSX.Element {
  const Desenho = prova ? IconCircleCheck : IconLock;
  return (
    <StatusTag tom={prova ? "ok" : "aviso"} palavra={prova ? empresas.prova.provada : empresas.prova.falta}>
      <Desenho size={15} stroke={1.8} aria-hidden="true" />
    </StatusTag>
  );
}

function Provada(props: { prova: NonNullable<Empresa["prova"]>; zona: string }): React.JSX.Element {
  const { prova, zona } = props;
  const agora = useAgora();
  const como = t.por[prova.por](prova.detalhe ?? "");
  return (
    <p className={classes.texto}>
      {prova.provadaEm ? `${como}, ${t.desde(formatHa(prova.provadaEm, agora, zona))}.` : `${como}.`}
    </p>
  );
}

function Falta({ empresa: { certificado } }: { empresa: Empresa }): React.JSX.Element {
  return (
    <>
      <p className={classes.texto}>{t.faltaTexto}</p>
      {certificado !== null && certificado.cadeia !== "verificada" && (
        <p className={classes.problema}>{t.semCadeia}</p>
      )}
      <h3>{t.como}</h3>
      <ul className={classes.modos}>
        {t.passos.map((passo) => (
          <li key={passo}>{passo}</li>
        ))}
      </ul>
    </>
  );
}
