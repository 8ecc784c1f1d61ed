import { Box, Group, Text } from "@mantine/core";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { notaTabTexts as texts } from "../../../texts/nota/nota-tabs.ts";
import { holdTexts } from "../../../texts/nota/release.ts";
import { assessmentTexts, vereditoTexts } from "../../../texts/nota/veredito.ts";
import { GravidadeIcon } from "../achados/GravidadeIcon.tsx";
import {
  type AchadoGroup,
  evidenceLinesOf,
  groupAchados,
  type MergedAchado,
  type Occurrence,
} from "../achados/group-achados.ts";
import { isHeldByUser, releaseObstacleOf } from "../quarentena/release-rules.ts";
import { vereditoSentenceOf } from "../status/assess-nota.ts";
import classes from "./AchadosTab.module.css";

/** Occurrences of one finding that are shown; a longer list is collapsed. */
const OCCURRENCES_MAX = 3;

/**
 * The findings of the verdict, gravest first, with their evidence. For a document in quarantine,
 * also what the user should do.
 */
export function AchadosTab({ nota }: { nota: Nota }): React.JSX.Element {
  const { achados: t } = texts;
  const groups = groupAchados(nota.achados, nota.confirmadaSefaz);
  return (
    <Box p="28px var(--inset-end) 32px var(--inset-start)">
      <h2 className="t-painel">{nota.quarentena ? t.titulo : t.tituloLeve}</h2>
      <Text size="md" mt={4} c="var(--text-2)">
        {nota.quarentena ? openingTextOf(nota) : vereditoSentenceOf(nota)}
      </Text>
      {groups.map((group) => (
        <AchadoGroupSection key={group.gravidade} group={group} />
      ))}
      {nota.quarentena && !isHeldByUser(nota) && (
        <div className={classes.advice}>
          <TextBlock title={t.guardamos} text={t.guardamosTexto} />
          <TextBlock title={t.fazer} text={t.fazerTexto} />
          <TextBlock title={t.cuidado} text={t.cuidadoTexto} />
        </div>
      )}
    </Box>
  );
}

function openingTextOf(nota: Nota): string {
  const { achados: t } = texts;
  if (isHeldByUser(nota)) return holdTexts.texto;
  if (nota.veredito === "suspeita") return t.textoSuspeita;
  if (nota.veredito === "assinatura-invalida") return t.texto;
  return releaseObstacleOf(nota) === null ? vereditoTexts[nota.veredito] : t.textoTeste;
}

function AchadoGroupSection({ group }: { group: AchadoGroup }): React.JSX.Element {
  const { gravidade, achados } = group;
  return (
    <Box component="section" className={classes.group} mt={20}>
      <h3 className="t-rotulo">{assessmentTexts.grupos[gravidade]}</h3>
      <ol>
        {achados.map((achado) => (
          <Group key={achado.codigo} component="li" gap={14} wrap="nowrap" align="flex-start">
            <GravidadeIcon gravidade={gravidade} size={20} />
            <Achado achado={achado} />
          </Group>
        ))}
      </ol>
    </Box>
  );
}

function Achado({ achado }: { achado: MergedAchado }): React.JSX.Element {
  const { codigo, titulo: title, texto: text, ocorrencias } = achado;
  const places = (
    <dl className={classes.evidence}>
      {ocorrencias.map((ocorrencia, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two occurrences may be equal
        <OccurrenceRow key={index} codigo={codigo} {...ocorrencia} />
      ))}
    </dl>
  );
  return (
    <Box flex={1} miw={0}>
      <h4 className="t-secao">{title}</h4>
      <Text inherit maw="68ch" mt={2} c="var(--text-2)">
        {text}
      </Text>
      {ocorrencias.length > 0 && ocorrencias.length <= OCCURRENCES_MAX && places}
      {ocorrencias.length > OCCURRENCES_MAX && (
        <Box component="details" mt={6}>
          <summary className="link">{assessmentTexts.verCampos(ocorrencias.length)}</summary>
          {places}
        </Box>
      )}
    </Box>
  );
}

/**
 * One occurrence: its path, with the evidence on the same line if the evidence is a single line.
 */
function OccurrenceRow({ codigo, caminho, evidencia }: Occurrence & { codigo: string }): React.JSX.Element {
  const lines = evidencia === null ? [] : evidenceLinesOf(codigo, evidencia);
  const [only] = lines;
  const beside = caminho !== null && lines.length === 1 && only ? only : null;
  return (
    <>
      {caminho !== null && (
        <div>
          <dt className="vh">{texts.achados.campo}</dt>
          <dd className="mono">
            {caminho}
            {beside && (
              <span className="t-dimmed">
                {" "}
                {beside.rotulo && `${beside.rotulo}: `}
                {beside.valor}
              </span>
            )}
          </dd>
        </div>
      )}
      {beside === null &&
        lines.map(({ rotulo, valor, errada }) => (
          <div key={`${rotulo}${valor}`}>
            <dt className={rotulo === "" ? "vh" : "t-dimmed"}>{rotulo || texts.achados.evidencia}</dt>
            <dd className="mono" data-errada={errada ? true : undefined}>
              {valor}
            </dd>
          </div>
        ))}
    </>
  );
}

function TextBlock({ title, text }: { title: string; text: string }): React.JSX.Element {
  return (
    <section>
      <h3 className="t-secao">{title}</h3>
      <p className="t-second">{text}</p>
    </section>
  );
}
