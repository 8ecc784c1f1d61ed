import { PERIODO_PAINEL_MAX_DIAS, parseData } from "@malote/contract";
import { type Dia, formatData, formatInteiro } from "@malote/syntax";
import { Popover } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { cloneElement, useState } from "react";
import { painel as textos } from "../../textos/painel.ts";
import { Botao } from "../../ui/Botao.tsx";
import { DataCampo } from "../../ui/DataCampo.tsx";
import { Formulario, SEM_RASCUNHO } from "../../ui/Formulario.tsx";
import { checkDigitado } from "../../ui/periodo-digitado.ts";
import { countDias, type Periodo, PRESETS, rangeOf } from "./filtro.ts";
import classes from "./PeriodoMenu.module.css";

const { periodo: t } = textos;

type Props = {
  botao: React.ReactElement<{ onClick?: () => void }>;
  aberto: boolean;
  periodo: Periodo;
  hoje: Dia;
  onChange: (periodo: Periodo) => void;
};

/** Popover with the preset periods and a form for two dates. */
export function PeriodoMenu({ botao, aberto: inicial, periodo, hoje, onChange }: Props): React.JSX.Element {
  const [aberto, setAberto] = useState(inicial);
  const choose = (next: Periodo): void => {
    onChange(next);
    setAberto(false);
  };
  return (
    <Popover
      opened={aberto}
      onChange={setAberto}
      position="bottom-start"
      shadow="md"
      radius="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>{cloneElement(botao, { onClick: () => setAberto(!aberto) })}</Popover.Target>
      <Popover.Dropdown className={classes.painel} aria-label={t.rotulo} aria-labelledby={undefined}>
        <fieldset className={classes.presets} aria-label={t.rotulo}>
          {PRESETS.map((preset) => (
            <button
              key={preset}
              type="button"
              aria-pressed={preset === periodo}
              data-autofocus={preset === periodo || undefined}
              className={classes.preset}
              onClick={() => choose(preset)}
            >
              {t.presets[preset]}
              {preset === periodo && <IconCheck size={16} stroke={1.8} aria-hidden="true" />}
            </button>
          ))}
        </fieldset>
        <Datas key={periodo} periodo={periodo} hoje={hoje} onChange={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Datas({ periodo, hoje, onChange }: Pick<Props, "periodo" | "hoje" | "onChange">): React.JSX.Element {
  const range = rangeOf(periodo, hoje);
  const [datas, setDatas] = useState({ de: formatData(range.de), ate: formatData(range.ate) });
  const [tentou, setTentou] = useState(false);
  const erros = checkDatas(datas);
  const shown = tentou ? erros : {};
  const onSubmit = (event: React.FormEvent): void => {
    event.preventDefault();
    setTentou(true);
    const [de, ate] = [parseData(datas.de), parseData(datas.ate)];
    if (de && ate && Object.keys(erros).length === 0) onChange(`${de}..${ate}`);
  };
  return (
    <Formulario className={classes.datas} aria-label={t.datas} alterado={SEM_RASCUNHO} onSubmit={onSubmit}>
      <DataCampo
        rotulo={t.de}
        nome={`${t.rotulo} ${t.de.toLowerCase()}`}
        valor={datas.de}
        erro={shown.de}
        onChange={(de) => setDatas({ ...datas, de })}
      />
      <DataCampo
        rotulo={t.ate}
        nome={`${t.rotulo} ${t.ate.toLowerCase()}`}
        valor={datas.ate}
        erro={shown.ate}
        onChange={(ate) => setDatas({ ...datas, ate })}
      />
      <div className={classes.aplicar}>
        <Botao type="submit">{t.aplicar}</Botao>
      </div>
    </Formulario>
  );
}

function checkDatas({ de, ate }: { de: string; ate: string }): { de?: string; ate?: string } {
  const wrong = checkDigitado({ preset: "", de, ate });
  if (Object.keys(wrong).length > 0) return wrong;
  const [from, to] = [parseData(de), parseData(ate)];
  if (!from) return { de: t.vazio };
  if (!to) return { ate: t.vazio };
  const dias = countDias({ de: from, ate: to });
  return dias > PERIODO_PAINEL_MAX_DIAS ? { ate: t.longo(formatInteiro(PERIODO_PAINEL_MAX_DIAS)) } : {};
}
