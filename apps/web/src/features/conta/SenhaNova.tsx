import {
  IconSquareRounded,
  IconSquareRoundedCheck,
  IconSquareRoundedMinus,
  IconSquareRoundedX,
} from "@tabler/icons-react";
import type { FieldError, Path, UseFormReturn } from "react-hook-form";
import { senhaNova as textos } from "../../textos/contas.ts";
import { Segredo } from "../../ui/Segredo.tsx";
import { checkSenha, type Estado, REGRAS } from "./regras-da-senha.ts";
import classes from "./SenhaNova.module.css";

export type SenhaCampos = { senha: string; repetida: string };

const ROTULOS = { mostrar: textos.mostrar, esconder: textos.esconder };
const ICONES = {
  cumprida: IconSquareRoundedCheck,
  falta: IconSquareRounded,
  servidor: IconSquareRoundedMinus,
  recusada: IconSquareRoundedX,
} as const satisfies Record<Estado, unknown>;

/** A new password, typed twice, with the list of rules; each rule is ticked when it is met. */
export function SenhaNova<T extends SenhaCampos>({ form }: { form: UseFormReturn<T> }): React.JSX.Element {
  const [senhaName, repetidaName] = ["senha", "repetida"] as Path<T>[] as [Path<T>, Path<T>];
  const errors = form.formState.errors as Partial<Record<keyof SenhaCampos, FieldError>>;
  const [senha, repetida] = form.watch([senhaName, repetidaName]) as [string, string];
  const estados = checkSenha(senha, repetida, errors.senha?.message);
  return (
    <>
      <Segredo
        {...form.register(senhaName)}
        label={textos.senha}
        error={errors.senha?.message}
        autoComplete="new-password"
        rotulos={ROTULOS}
      />
      <Segredo
        {...form.register(repetidaName)}
        label={textos.repetida}
        error={errors.repetida?.message}
        autoComplete="new-password"
        rotulos={ROTULOS}
      />
      <div className={classes.regras}>
        <p id="regras-da-senha">{textos.regras.titulo}</p>
        <ul aria-labelledby="regras-da-senha">
          {REGRAS.map((regra) => (
            <Regra key={regra} regra={regra} estado={estados[regra]} />
          ))}
        </ul>
      </div>
    </>
  );
}

function Regra(props: { regra: (typeof REGRAS)[number]; estado: Estado }): React.JSX.Element {
  const { regra, estado } = props;
  const Icone = ICONES[estado];
  return (
    <li data-estado={estado}>
      <Icone size={16} stroke={estado === "cumprida" ? 1.8 : 1.6} aria-hidden="true" />
      {textos.regras[regra]}
      <span className="vh">{textos.estados[estado]}</span>
    </li>
  );
}
