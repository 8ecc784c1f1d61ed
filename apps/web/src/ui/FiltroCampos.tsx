import { FILTRO_TEXTO_MAX } from "@malote/contract";
import type { Dia } from "@malote/syntax";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { calendario } from "../textos/calendario.ts";
import { filtroForm as t } from "../textos/filtro-form.ts";
import type { Sugestao } from "./ComboCampo.tsx";
import { DataCampo } from "./DataCampo.tsx";
import type { FaixaDigitada } from "./digitado.ts";
import classes from "./FiltroCampos.module.css";
import type { Ligacao, Ligar } from "./FiltroForm.tsx";
import { HoraCampo } from "./HoraCampo.tsx";
import type { MomentosDigitados } from "./momento.ts";
import { PeriodoCampo } from "./PeriodoCampo.tsx";
import type { PeriodoDigitado } from "./periodo-digitado.ts";
import type { Opcao } from "./SelecaoCampo.tsx";
import { SelecaoCampo } from "./SelecaoCampo.tsx";
import { SugestaoCampo } from "./SugestaoCampo.tsx";

const DATA_TAMANHO = 10;
const isCompleta = (data: string): boolean => data.length === 0 || data.length === DATA_TAMANHO;

type Nomes<C, V> = { [K in keyof C]: C[K] extends V ? K : never }[keyof C];

/** A period as a filter field. */
export function FiltroPeriodo<C>(props: {
  ligar: Ligar<C>;
  nome: Nomes<C, PeriodoDigitado>;
  rotulo: string;
  hoje: Dia;
}): React.JSX.Element {
  const { ligar, nome, rotulo, hoje } = props;
  const { valor, onChange, onBlur } = ligar.campo(nome) as unknown as Ligacao<PeriodoDigitado>;
  const erroDe = (lado: "de" | "ate"): string | undefined =>
    ligar.erroDe(nome, `${String(nome)}.${lado}`, isCompleta(valor[lado]));
  return (
    <PeriodoCampo
      rotulo={rotulo}
      valor={valor}
      onChange={onChange}
      onBlur={onBlur}
      hoje={hoje}
      erros={{ de: erroDe("de"), ate: erroDe("ate") }}
    />
  );
}

/** A range of two instants as a filter field: each a day, with or without an hour. */
export function FiltroMomentos<C>(props: {
  ligar: Ligar<C>;
  nome: Nomes<C, MomentosDigitados>;
  rotulo: string;
}): React.JSX.Element {
  const { ligar, nome, rotulo } = props;
  const { valor, onChange, onBlur } = ligar.campo(nome) as unknown as Ligacao<MomentosDigitados>;
  const erroDe = (lado: keyof MomentosDigitados): string | undefined =>
    ligar.erroDe(nome, `${String(nome)}.${lado}`, isCompleta(valor[lado]));
  const lados = [
    { dia: "de", hora: "deHora", rotulo: calendario.ladoDe, nome: calendario.campoDe(rotulo) },
    { dia: "ate", hora: "ateHora", rotulo: calendario.ladoAte, nome: calendario.campoAte(rotulo) },
  ] as const;
  return (
    <fieldset className={classes.momentos}>
      <legend className="campo-rotulo">{rotulo}</legend>
      {lados.map((lado) => (
        <div key={lado.dia} className={classes.momento}>
          <DataCampo
            rotulo={lado.rotulo}
            nome={lado.nome}
            valor={valor[lado.dia]}
            erro={erroDe(lado.dia)}
            onBlur={onBlur}
            onChange={(dia) => onChange({ ...valor, [lado.dia]: dia })}
          />
          <HoraCampo
            rotulo={calendario.hora}
            nome={calendario.horaDe(lado.nome)}
            valor={valor[lado.hora]}
            erro={erroDe(lado.hora)}
            onBlur={onBlur}
            onChange={(hora) => onChange({ ...valor, [lado.hora]: hora })}
          />
        </div>
      ))}
    </fieldset>
  );
}

/** A flag as a filter field: yes, no or any. */
export function FiltroMarca(props: { rotulo: string; opcoes: readonly Opcao[] } & Ligacao<string>) {
  return <SelecaoCampo {...props} vazio={{ value: "todos", label: t.tanto }} />;
}

/** A range of numbers or amounts as filter fields. */
export function FiltroFaixa<C>(props: {
  ligar: Ligar<C>;
  nome: Nomes<C, FaixaDigitada>;
  rotulos: { de: string; ate: string };
}): React.JSX.Element {
  const { ligar, nome, rotulos } = props;
  const { valor, onChange, onBlur } = ligar.campo(nome) as unknown as Ligacao<FaixaDigitada>;
  return (
    <>
      {(["de", "ate"] as const).map((lado) => (
        <TextInput
          key={lado}
          label={rotulos[lado]}
          value={valor[lado]}
          error={ligar.erroDe(nome, `${String(nome)}.${lado}`, false)}
          inputMode="decimal"
          maxLength={20}
          autoComplete="off"
          onBlur={onBlur}
          onChange={({ currentTarget }) => onChange({ ...valor, [lado]: currentTarget.value })}
        />
      ))}
    </>
  );
}

/** A text as a filter field. */
export function FiltroTexto(
  props: {
    rotulo: string;
    dica?: string /** Half width: shares its line. */;
    meio?: boolean;
  } & Ligacao<string>,
): React.JSX.Element {
  const { rotulo, dica, meio = false, valor, onChange, onBlur, erro } = props;
  return (
    <TextInput
      {...(meio ? {} : { wrapperProps: { "data-inteiro": true } })}
      label={rotulo}
      description={erro ? undefined : dica}
      value={valor}
      error={erro}
      maxLength={FILTRO_TEXTO_MAX}
      autoComplete="off"
      onBlur={onBlur}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** A participante: part of its name, or its CNPJ or CPF; picking a name filters by its CNPJ. */
export function FiltroParte(props: {
  nome: Ligacao<string>;
  documento: Ligacao<string>;
  rotulos: { nome: string; documento: string };
  buscar: (searchKey: string, signal: AbortSignal) => Promise<Sugestao[]>;
  onPick: (documento: string) => void;
}): React.JSX.Element {
  const { nome, documento, rotulos, buscar, onPick } = props;
  const [escolhida, setEscolhida] = useState<Sugestao | null>(null);
  const pick = (sugestao: Sugestao): void => {
    setEscolhida(sugestao);
    onPick(sugestao.valor);
  };
  const dica = escolhida?.valor === documento.valor ? escolhida?.rotulo : t.campos.documentoDica;
  return (
    <>
      <SugestaoCampo
        rotulo={rotulos.nome}
        {...nome}
        maxLength={FILTRO_TEXTO_MAX}
        buscar={buscar}
        onPick={pick}
      />
      <SugestaoCampo
        rotulo={rotulos.documento}
        mascara="documento"
        {...documento}
        dica={dica}
        buscar={buscar}
        onPick={pick}
      />
    </>
  );
}
