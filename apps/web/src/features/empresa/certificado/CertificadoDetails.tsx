import { formatDateTime, formatDocumento } from "@malote/syntax";
import { IconCheck, IconCopy, IconX } from "@tabler/icons-react";
import type { Certificado, Empresa } from "../../../rpc/conta/empresas.ts";
import { certificadoTexts as texts } from "../../../texts/admin/certificado.ts";
import { general } from "../../../texts/app/general.ts";
import { copyText } from "../../../ui/state/copy-text.ts";
import classes from "./CertificadoDetails.module.css";
import { CertificadoStatus } from "./CertificadoStatus.tsx";
import { certificadoStateOf, formatDay, matchCnpj } from "./certificado-state.ts";

/** Line break position in a fingerprint of 32 bytes, "AA:BB:…": after 16 bytes. */
const LINE_BREAK_AT = 48;

/** The details of a company's certificate, with advice when it needs action. */
export function CertificadoDetails(props: {
  empresa: Pick<Empresa, "certificado" | "cnpj">;
  timeZone: string;
}): React.JSX.Element {
  const { empresa, timeZone } = props;
  const { certificado } = empresa;
  const advice = adviceOf(empresa);
  return (
    <div className={classes.ficha}>
      <p className={classes.situacao}>
        <CertificadoStatus empresa={empresa} timeZone={timeZone} />
      </p>
      {advice && <p className={classes.conselho}>{advice}</p>}
      {certificado && <DetailRows certificado={certificado} cnpj={empresa.cnpj} timeZone={timeZone} />}
    </div>
  );
}

function adviceOf(empresa: Pick<Empresa, "certificado">): string | null {
  const state = certificadoStateOf(empresa);
  if (state === "sem") return texts.nenhum.texto;
  return state === "valido" ? null : texts[state];
}

function DetailRows(props: { certificado: Certificado; cnpj: string; timeZone: string }): React.JSX.Element {
  const { certificado, cnpj, timeZone } = props;
  const { linhas: t } = texts;
  const { validoDe, validoAte, emissor, cadeia, impressao: fingerprint, enviadoEm, enviadoPor } = certificado;
  const sentAtText = enviadoEm ? formatDateTime(enviadoEm, timeZone) : general.nenhumValor;
  return (
    <dl className={classes.linhas}>
      <DetailRow label={t.titular}>{certificado.titular}</DetailRow>
      <DetailRow label={t.cnpj}>
        <CnpjComparison certificado={certificado} cnpj={cnpj} />
      </DetailRow>
      <DetailRow label={t.validade}>
        <span className="num">
          {texts.periodo(formatDay(validoDe, timeZone), formatDay(validoAte, timeZone))}
        </span>
      </DetailRow>
      <DetailRow label={t.emissor}>{emissor ?? general.nenhumValor}</DetailRow>
      <DetailRow label={t.cadeia}>{texts.cadeias[cadeia]}</DetailRow>
      <DetailRow label={t.enviado}>
        {enviadoPor ? texts.enviadoPor(sentAtText, enviadoPor) : sentAtText}
      </DetailRow>
      {fingerprint !== null && <Fingerprint fingerprint={fingerprint} />}
    </dl>
  );
}

function DetailRow({ label, children }: { label: string; children: React.ReactNode }): React.JSX.Element {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The CNPJ of the certificate, compared with the company's. */
function CnpjComparison(props: { certificado: Certificado; cnpj: string }): React.JSX.Element {
  const match = matchCnpj(props.certificado, props.cnpj);
  const documentoText = props.certificado.cnpj === null ? null : formatDocumento(props.certificado.cnpj);
  const matchTexts = {
    mesmo: texts.mesmoCnpj,
    raiz: texts.mesmaRaiz,
    outro: texts.outroCnpj,
    nenhum: texts.ecpf,
  };
  const isAccepted = match === "mesmo" || match === "raiz";
  const Icon = isAccepted ? IconCheck : IconX;
  return (
    <span className={classes.cnpj}>
      {documentoText}
      <span className={classes.confere} data-confere={isAccepted}>
        <Icon size={15} stroke={2} aria-hidden="true" />
        {matchTexts[match]}
      </span>
    </span>
  );
}

function Fingerprint({ fingerprint }: { fingerprint: string }): React.JSX.Element {
  return (
    <div className={classes.impressao}>
      <dt>
        {texts.linhas.impressao}
        <button
          type="button"
          className="icone icone-pequeno"
          aria-label={texts.copiarImpressao}
          data-dica={texts.copiarImpressao}
          onClick={() => void copyText(fingerprint, general.copiado)}
        >
          <IconCopy size={15} stroke={1.6} aria-hidden="true" />
        </button>
      </dt>
      <dd className="mono">
        {fingerprint.slice(0, LINE_BREAK_AT)}
        <wbr />
        {fingerprint.slice(LINE_BREAK_AT)}
      </dd>
    </div>
  );
}
