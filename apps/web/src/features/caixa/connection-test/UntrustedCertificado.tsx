import { formatDateTime } from "@malote/syntax";
import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { IconShieldQuestion } from "@tabler/icons-react";
import type { CaixaProof } from "../../../rpc/documents/queries.ts";
import { caixaTexts as texts } from "../../../texts/admin/caixas.ts";
import { general } from "../../../texts/app/general.ts";
import { SideCode, SideFacts } from "../../../ui/form/SideSection.tsx";

/** An untrusted server certificate: its details, and a button to trust exactly this one. */
export function UntrustedCertificado(props: {
  certificado: NonNullable<CaixaProof["certificado"]>;
  timeZone: string;
  onTrust: (impressao: string) => void;
}): React.JSX.Element {
  const { certificado, timeZone, onTrust } = props;
  const { certificado: t } = texts;
  const { titular, emissor, validoAte, impressao } = certificado;
  return (
    <Paper
      component="section"
      withBorder
      w="100%"
      p="14px 16px 16px"
      bd="1px solid var(--warn-line)"
      radius="md"
      aria-labelledby="certificado"
    >
      <Stack gap={10} align="start">
        <Group component="h3" id="certificado" gap={8} wrap="nowrap" className="t-secao">
          <IconShieldQuestion
            size={18}
            stroke={1.6}
            style={{ flex: "none" }}
            color="var(--warn-icon)"
            aria-hidden="true"
          />
          {t.titulo}
        </Group>
        <Text size="sm" c="var(--text-2)">
          {t.texto}
        </Text>
        <SideFacts
          labelWidth={92}
          rows={[
            [t.titular, titular],
            [t.emissor, emissor],
            [t.validade, validoAte ? formatDateTime(validoAte, timeZone) : general.nenhumValor],
          ]}
        />
        <SideCode label={t.impressao} code={impressao} copyLabel={t.copiarImpressao} />
        <Button variant="default" onClick={() => onTrust(impressao)}>
          {t.confiar}
        </Button>
      </Stack>
    </Paper>
  );
}
