import type { Dia } from "@malote/syntax";
import { NativeSelect } from "@mantine/core";
import { calendario } from "../textos/calendario.ts";
import { filtros } from "../textos/filtros.ts";
import { DataCampo } from "./DataCampo.tsx";
import classes from "./PeriodoCampo.module.css";
import { PRESETS, type Preset } from "./periodo.ts";
import { type PeriodoDigitado, typePeriodo } from "./periodo-digitado.ts";

/**
 * A period field: a preset, or two days typed or picked. Its owner parses `valor` with readDigitado (null
 * while
 * invalid) and gets the errors from checkDigitado.
 */
export function PeriodoCampo(props: {
  rotulo: string;
  valor: PeriodoDigitado;
  onChange: (valor: PeriodoDigitado) => void;
  onBlur?: (() => void) | undefined;
  /** Today in the conta's zone. */
  hoje: Dia;
  erros?: { de?: string | undefined; ate?: string | undefined };
  /** The presets to offer. */
  presets?: readonly Preset[];
}): React.JSX.Element {
  const { rotulo, valor, onChange, onBlur, hoje, erros = {}, presets = PRESETS } = props;
  const type = (part: Partial<PeriodoDigitado>): void => onChange({ ...valor, ...part, preset: "" });
  return (
    <fieldset className={classes.periodo}>
      <legend className="vh">{rotulo}</legend>
      <NativeSelect
        className={classes.preset}
        label={rotulo}
        value={valor.preset}
        onBlur={onBlur}
        onChange={({ currentTarget: { value } }) => {
          const preset = presets.find((known) => known === value);
          if (preset) onChange(typePeriodo(preset, hoje));
          else onChange({ ...valor, preset: "" });
        }}
        data={[
          ...presets.map((value) => ({ value, label: filtros.periodos[value] })),
          { value: "", label: calendario.escolhidas },
        ]}
      />
      <DataCampo
        rotulo={calendario.ladoDe}
        nome={calendario.campoDe(rotulo)}
        valor={valor.de}
        erro={erros.de}
        onBlur={onBlur}
        onChange={(de) => type({ de })}
      />
      <DataCampo
        rotulo={calendario.ladoAte}
        nome={calendario.campoAte(rotulo)}
        valor={valor.ate}
        erro={erros.ate}
        onBlur={onBlur}
        onChange={(ate) => type({ ate })}
      />
    </fieldset>
  );
}
