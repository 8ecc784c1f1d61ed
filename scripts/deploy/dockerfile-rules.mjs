/** @typedef {{ word: string, rest: string }} Instruction */

/** @param {string} text a Dockerfile @returns {Instruction[]} */
function instructionsOf(text) {
  const lines = text.split("\n").filter((line) => !/^\s*(#|$)/.test(line));
  return lines
    .join("\n")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => {
      const [, word = "", rest = ""] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { word: word.toUpperCase(), rest };
    });
}

/** @param {string} text a Dockerfile @returns {string[]} broken rules */
export function lintDockerfile(text) {
  const all = instructionsOf(text);
  const stages = all.filter(({ word }) => word === "FROM").map(({ rest }) => rest);
  const last = all.slice(all.findLastIndex(({ word }) => word === "FROM") + 1);
  const lastOf = (/** @type {string} */ word) => last.findLast((each) => each.word === word)?.rest ?? "";
  const installs = all.filter(({ word, rest }) => word === "RUN" && /apt-get install/.test(rest));
  const faults = [
    ...stages.map(
      (stage) =>
        !/^[a-z]+:[0-9.]+-slim@sha256:[0-9a-f]{64}( AS \w+)?$/.test(stage) &&
        `FROM ${stage}: name it by version and digest`,
    ),
    new Set(stages.map((stage) => stage.split(" ")[0])).size !== 1 && "the stages use different images",
    !/^[a-z]+$/.test(lastOf("USER")) && "the last stage has no USER",
    /^(root|0)/.test(lastOf("USER")) && "the image runs as root",
    last.at(-1)?.word !== "CMD" && "CMD is not the last instruction",
    !lastOf("CMD").startsWith("[") && "CMD goes through a shell, which takes the signals",
    all.some(({ word }) => word === "ADD") && "ADD: use COPY",
    last.some(({ word, rest }) => word === "COPY" && !rest.startsWith("--from=")) &&
      "the last stage copies from the repository instead of the build",
    all.some(({ word, rest }) => /^(ARG|ENV)$/.test(word) && /PASSWORD|SENHA|SECRET|_KEY|TOKEN/.test(rest)) &&
      "a secret in ARG or ENV stays in the image",
    installs.some(({ rest }) => !rest.includes("--no-install-recommends")) &&
      "apt-get brings recommended packages",
    installs.some(({ rest }) => !rest.includes("rm -rf /var/lib/apt/lists")) &&
      "the lists of apt-get stay in the image",
    all.some(({ word, rest }) => word === "RUN" && /\bsudo\b|curl[^|]*\|/.test(rest)) &&
      "sudo, or a download that runs unseen",
  ];
  return faults.filter((fault) => typeof fault === "string");
}
