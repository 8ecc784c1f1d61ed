import { formatDateTime, formatDocumento } from "@malote/syntax";
import { Group, Stack, Text } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import type { Certificado, Empresa } from "../../../rpc/conta/empresas.ts";
import { certificadoTexts as texts } from "../../../texts/admin/certificado.ts";
import { general } from "../../../texts/app/general.ts";
import { SideCode, SideFacts } from "../../../ui/form/SideSection.tsx";
import { CertificadoStatus } from "./CertificadoStatus.tsx";
import { certificadoStateOf, formatDay, matchCnpj } from "./certificado-state.ts";

/** The details of a company's certificate, with advice when it needs action. */
export function CertificadoDetails(props: {
  empresa: Pick<Empresa, "certificado" | "cnpj">;
  timeZone: string;
}): React.JSX.Element {
  const { empresa, timeZone } = props;
  const { certificado } = empresa;
  const advice = adviceOf(empresa);
  return (
    <Stack gap={8}>
      <p>
        <CertificadoStatus empresa={empresa} timeZone={timeZone} />
      </p>
      {advice && (
        <Text size="sm" c="var(--text-2)">
          {advice}
        </Text>
      )}
      {certificado && <DetailRows certificado={certificado} cnpj={empresa.cnpj} timeZone={timeZone} />}
    </Stack>
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
  const { validoDe, validoAte, emissor, cadeia, impressao, enviadoEm, enviadoPor } = certificado;
  const period = texts.periodo(formatDay(validoDe, timeZone), formatDay(validoAte, timeZone));
  const sentAtText = enviadoEm ? formatDateTime(enviadoEm, timeZone) : general.nenhumValor;
  return (
    <>
      <SideFacts
        labelWidth={92}
        rows={[
          [t.titular, certificado.titular],
          [t.cnpj, <CnpjComparison key="cnpj" certificado={certificado} cnpj={cnpj} />],
          [
            t.validade,
            <span key="validade" className="num">
              {period}
            </span>,
          ],
          [t.emissor, emissor ?? general.nenhumValor],
          [t.cadeia, texts.cadeias[cadeia]],
          [t.enviado, enviadoPor ? texts.enviadoPor(sentAtText, enviadoPor) : sentAtText],
        ]}
      />
      {impressao !== null && (
        <SideCode label={t.impressao} code={impressao} copyLabel={texts.copiarImpressao} />
      )}
    </>
  );
}

/** The CNPJ of the certificate, compared with the company's. */
function CnpjComparison(props: { certificado: Certificado; cnpj: string }): React.JSX.Element {
  const match = matchCnpj(props.certificado, props.cnpj);
  const matchTexts = {
    mesmo: texts.mesmoCnpj,
    raiz: texts.mesmaRaiz,
    outro: texts.outroCnpj,
    nenhum: texts.ecpf,
  };
  const isAccepted = match === "mesmo" || match === "raiz";
  const Icon = isAccepted ? IconCheck : IconX;
  return (
    <Group component="span" gap="0 8px">
      {props.certificado.cnpj !== null && formatDocumento(props.certificado.cnpj)}
      <Group component="span" gap={4} wrap="nowrap" c={isAccepted ? "var(--text-2)" : "var(--bad-text)"}>
        <Icon
          size={15}
          stroke={2}
          color={isAccepted ? "var(--ok-icon)" : "var(--bad-text)"}
          aria-hidden="true"
        />
        {matchTexts[match]}
      </Group>
    </Group>
  );
}
