import { formatDataHora, formatDocumento } from "@malote/syntax";
import { IconCheck, IconCopy, IconX } from "@tabler/icons-react";
import type { Certificado, Empresa } from "../../../rpc/empresas.ts";
import { certificado as textos } from "../../../textos/certificados.ts";
import { geral } from "../../../textos/geral.ts";
import { copiar } from "../../../ui/copiar.ts";
import classes from "./CertificadoFicha.module.css";
import { CertificadoStatus } from "./CertificadoStatus.tsx";
import { estadoOf, formatDia, matchCnpj } from "./situacao.ts";

/** Line break position in a fingerprint of 32 bytes, "AA:BB:…": after 16 bytes. */
const METADE = 48;

/** The details of a company's certificate, with advice when it needs action. */
export function CertificadoFicha(props: {
  empresa: Pick<Empresa, "certificado" | "cnpj">;
  zona: string;
}): React.JSX.Element {
  const { empresa, zona } = props;
  const { certificado } = empresa;
  const conselho = adviceOf(empresa);
  return (
    <div className={classes.ficha}>
      <p className={classes.situacao}>
        <CertificadoStatus empresa={empresa} zona={zona} />
      </p>
      {conselho && <p className={classes.conselho}>{conselho}</p>}
      {certificado && <Linhas certificado={certificado} cnpj={empresa.cnpj} zona={zona} />}
    </div>
  );
}

function adviceOf(empresa: Pick<Empresa, "certificado">): string | null {
  const estado = estadoOf(empresa);
  if (estado === "sem") return textos.nenhum.texto;
  return estado === "valido" ? null : textos[estado];
}

function Linhas(props: { certificado: Certificado; cnpj: string; zona: string }): React.JSX.Element {
  const { certificado, cnpj, zona } = props;
  const { linhas: t } = textos;
  const { validoDe, validoAte, emissor, cadeia, impressao, enviadoEm, enviadoPor } = certificado;
  const enviado = enviadoEm ? formatDataHora(enviadoEm, zona) : geral.nenhumValor;
  return (
    <dl className={classes.linhas}>
      <Linha rotulo={t.titular}>{certificado.titular}</Linha>
      <Linha rotulo={t.cnpj}>
        <Cnpj certificado={certificado} cnpj={cnpj} />
      </Linha>
      <Linha rotulo={t.validade}>
        <span className="num">{textos.periodo(formatDia(validoDe, zona), formatDia(validoAte, zona))}</span>
      </Linha>
      <Linha rotulo={t.emissor}>{emissor ?? geral.nenhumValor}</Linha>
      <Linha rotulo={t.cadeia}>{textos.cadeias[cadeia]}</Linha>
      <Linha rotulo={t.enviado}>{enviadoPor ? textos.enviadoPor(enviado, enviadoPor) : enviado}</Linha>
      {impressao !== null && <Impressao impressao={impressao} />}
    </dl>
  );
}

function Linha({ rotulo, children }: { rotulo: string; children: React.ReactNode }): React.JSX.Element {
  return (
    <div>
      <dt>{rotulo}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The CNPJ of the certificate, compared with the company's. */
function Cnpj(props: { certificado: Certificado; cnpj: string }): React.JSX.Element {
  const match = matchCnpj(props.certificado, props.cnpj);
  const documento = props.certificado.cnpj === null ? null : formatDocumento(props.certificado.cnpj);
  const palavras = {
    mesmo: textos.mesmoCnpj,
    raiz: textos.mesmaRaiz,
    outro: textos.outroCnpj,
    nenhum: textos.ecpf,
  };
  const good = match === "mesmo" || match === "raiz";
  const Sinal = good ? IconCheck : IconX;
  return (
    <span className={classes.cnpj}>
      {documento}
      <span className={classes.confere} data-confere={good}>
        <Sinal size={15} stroke={2} aria-hidden="true" />
        {palavras[match]}
      </span>
    </span>
  );
}

function Impressao({ impressao }: { impressao: string }): React.JSX.Element {
  return (
    <div className={classes.impressao}>
      <dt>
        {textos.linhas.impressao}
        <button
          type="button"
          className="icone icone-pequeno"
          aria-label={textos.copiarImpressao}
          data-dica={textos.copiarImpressao}
          onClick={() => void copiar(impressao, geral.copiado)}
        >
          <IconCopy size={15} stroke={1.6} aria-hidden="true" />
        </button>
      </dt>
      <dd className="mono">
        {impressao.slice(0, METADE)}
        <wbr />
        {impressao.slice(METADE)}
      </dd>
    </div>
  );
}
