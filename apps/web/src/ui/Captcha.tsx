import { IconCheck } from "@tabler/icons-react";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { captcha as textos } from "../textos/publico.ts";
import classes from "./Captcha.module.css";
import { Girando } from "./Girando.tsx";

type Estado = "vazio" | "verificando" | "verificado" | "falhou";

/**
 * A checkbox that solves the captcha in a worker.
 * @param cedo starts without a click, once the user is in the form
 * @param valeMs how long a solution is kept, in ms
 */
export function Captcha(props: {
  solve: () => Promise<string>;
  valeMs: number;
  onChange: (captcha: string | null) => void;
  erro?: string | undefined;
  cedo?: boolean;
}): React.JSX.Element {
  const { solve, valeMs, onChange, erro, cedo = false } = props;
  const [estado, setEstado] = useState<Estado>("vazio");
  const dica = useId();
  const latest = useRef({ solve, onChange });
  latest.current = { solve, onChange };
  const begin = useCallback(async (): Promise<void> => {
    setEstado("verificando");
    try {
      latest.current.onChange(await latest.current.solve());
      setEstado("verificado");
    } catch {
      setEstado("falhou");
    }
  }, []);
  useEffect(() => {
    if (cedo && estado === "vazio") void begin();
  }, [cedo, estado, begin]);
  useEffect(() => {
    if (estado !== "verificado") return;
    const timer = setTimeout(() => {
      latest.current.onChange(null);
      setEstado("vazio");
    }, valeMs);
    return () => clearTimeout(timer);
  }, [estado, valeMs]);
  const problema = erro ?? (estado === "falhou" ? textos.falhou : undefined);
  return (
    <div className={classes.captcha}>
      <label className={classes.linha}>
        <input
          type="checkbox"
          checked={estado === "verificado"}
          disabled={estado === "verificando"}
          aria-describedby={dica}
          aria-invalid={problema === undefined ? undefined : true}
          onChange={() => {
            if (estado !== "verificado") void begin();
          }}
        />
        <span className={classes.caixa} data-estado={estado} aria-hidden="true">
          {estado === "verificando" && <Girando size={18} />}
          {estado === "verificado" && <IconCheck size={18} stroke={2} />}
        </span>
        <span className={classes.rotulo} aria-live="polite">
          {estado === "verificando"
            ? textos.verificando
            : estado === "verificado"
              ? textos.verificado
              : textos.rotulo}
        </span>
      </label>
      <p id={dica} className={classes.dica} data-erro={problema === undefined ? undefined : ""}>
        {problema === undefined ? textos.dica : <span role="alert">{problema}</span>}
      </p>
    </div>
  );
}
