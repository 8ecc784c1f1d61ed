import { Box, Group, Stack, Text } from "@mantine/core";
import { IconLockOpen, IconShieldPause, type TablerIcon } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { assessmentTexts as texts } from "../../../texts/nota/veredito.ts";
import { IconLine } from "../../../ui/documento/DocContent.tsx";
import { REPAIRED_STATUS, type StatusView } from "../../../ui/documento/documento-status.ts";
import { Status } from "../../../ui/documento/Status.tsx";
import { GravidadeIcon } from "../achados/GravidadeIcon.tsx";
import type { AchadoGroup } from "../achados/group-achados.ts";
import { NextStepSection } from "../evidence/NextStepSection.tsx";
import { HoldAction, ReleaseSection } from "../quarentena/ReleaseSection.tsx";
import { scrollToTabs, useNotaTab } from "../tabs/use-nota-tab.ts";
import { assessNota } from "./assess-nota.ts";

/** Findings that the card lists; the tab of findings shows all. */
const ACHADOS_MAX = 4;

/** Section of the status card: the verdict on the file and its reasons. */
export function Assessment({ nota, timeZone }: { nota: Nota; timeZone: string }): React.JSX.Element {
  const { selos, texto: text, reparo, grupos: groups, liberada, colocada } = assessNota(nota, timeZone);
  return (
    <Stack gap={12} p="12px 16px 14px">
      <NextStepSection nota={nota} timeZone={timeZone} />
      <AssessmentPoint selos={selos} text={text} />
      {reparo && (
        <AssessmentPoint selos={[REPAIRED_STATUS]} text={`${reparo.texto} ${texts.guardado}`}>
          {reparo.emailHref && (
            <Link to={reparo.emailHref} className="link">
              {texts.verGuardado}
            </Link>
          )}
        </AssessmentPoint>
      )}
      {groups.length > 0 && <AchadoSummary groups={groups} />}
      {liberada && <QuarantineAct icon={IconLockOpen} {...liberada} />}
      {liberada && <HoldAction nota={nota} />}
      {colocada && <QuarantineAct icon={IconShieldPause} {...colocada} />}
      {nota.quarentena && <ReleaseSection nota={nota} />}
    </Stack>
  );
}

/** Who released the document or put it into quarantine, when, and why. */
function QuarantineAct(props: { icon: TablerIcon; texto: string; motivo: string }): React.JSX.Element {
  return (
    <IconLine icon={props.icon} c="var(--text-2)">
      {props.texto}
      {props.motivo && (
        <Text component="q" inherit display="block" mt={2} c="var(--text)">
          {props.motivo}
        </Text>
      )}
    </IconLine>
  );
}

function AssessmentPoint(props: {
  selos: readonly StatusView[];
  text: string;
  children?: React.ReactNode;
}): React.JSX.Element {
  const { selos, text, children } = props;
  return (
    <div>
      {selos.length > 0 && (
        <Group gap="4px 16px">
          {selos.map((badge) => (
            <Status key={badge.word} status={badge} />
          ))}
        </Group>
      )}
      <p className="t-second">
        {text} {children}
      </p>
    </div>
  );
}

/** Titles of the findings, gravest first. */
function AchadoSummary({ groups }: { groups: readonly AchadoGroup[] }): React.JSX.Element {
  const { open } = useNotaTab();
  const achados = groups.flatMap(({ gravidade, achados: found }) =>
    found.map((achado) => ({ ...achado, gravidade })),
  );
  return (
    <div>
      <ul>
        {achados.slice(0, ACHADOS_MAX).map(({ codigo, titulo, gravidade, ocorrencias }) => (
          <Group key={codigo} component="li" gap={8} mih={24} wrap="nowrap">
            <GravidadeIcon gravidade={gravidade} size={15} />
            <span>
              {titulo}
              <span className="vh"> ({texts.gravidades[gravidade]})</span>
            </span>
            {ocorrencias.length > 1 && (
              <Box className="t-rotulo num" ml="auto">
                {texts.vezes(ocorrencias.length)}
              </Box>
            )}
          </Group>
        ))}
      </ul>
      <button
        type="button"
        className="link"
        onClick={() => {
          open("achados");
          scrollToTabs();
        }}
      >
        {texts.verAchados(achados.length > ACHADOS_MAX ? achados.length : null)}
      </button>
    </div>
  );
}
