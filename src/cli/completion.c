/* completion.c: what shells need to complete our command lines, from the tables of the commands.
 *
 * Each script is made whole by `standstill help --completion SHELL`; `make install` puts it where
 * the shell looks. Values of options are files where the option names one, words where it takes one
 * of a few; models are files that end with .still.
 */
#include <string.h>

#include "cli.h"

/* Options whose value is a file that is written. */
static bool takes_file(const ss_option *o) {
  return o->value && strcmp(o->value, "FILE") == 0;
}

static bool takes_model(const ss_command *c) {
  return c->operand && strcmp(c->operand, "MODEL") == 0;
}

/* For the single quotes of a shell. Shells disagree about quotes within: they are left out. */
static void add_plain(const char *text, const char *but, ss_text *out) {
  for (; *text; text++)
    if (*text != '\'' && !strchr(but, *text)) ss_text_add_bytes(out, text, 1);
}

/* ---- bash ------------------------------------------------------------------------------------ */

static void print_bash(ss_text *out) {
  ss_text_add(out, "# bash completion of standstill; made by 'standstill help --completion bash'\n"
                   "_standstill() {\n  local cur=${COMP_WORDS[COMP_CWORD]} "
                   "prev=${COMP_WORDS[COMP_CWORD-1]} words=\n  COMPREPLY=()\n"
                   "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W '");
  for (size_t i = 0; i < ss_commands_count(); i++)
    ss_text_addf(out, "%s%s", i ? " " : "", ss_commands_get(i)->name);
  ss_text_add(out, "' -- \"$cur\"))\n    return\n  fi\n  case ${COMP_WORDS[1]} in\n");
  for (size_t i = 0; i < ss_commands_count(); i++) {
    const ss_command *c = ss_commands_get(i);
    ss_text_addf(out, "    %s) words='", c->name);
    for (size_t k = 0; k < c->option_count; k++) ss_text_addf(out, "--%s ", c->options[k].name);
    ss_text_addf(out, "--%s' ;;\n", ss_option_help.name);
  }
  ss_text_add(
      out, "  esac\n  case $cur in\n    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$cur\")); "
           "return ;;\n  esac\n  case $prev in\n    --color) COMPREPLY=($(compgen -W 'auto always "
           "never' -- \"$cur\")); return ;;\n  esac\n  COMPREPLY=($(compgen -f -- \"$cur\"))\n}\n"
           "complete -o filenames -F _standstill standstill\n");
}

/* ---- zsh ------------------------------------------------------------------------------------- */

static void add_zsh_option(const ss_option *o, ss_text *out) {
  ss_text_addf(out, " \\\n        '%s--%s[", o->kind == SS_OPTION_REPEATED ? "*" : "", o->name);
  add_plain(o->help, "[]:", out);
  ss_text_add(out, "]");
  if (o->value) {
    ss_text_add(out, ":");
    add_plain(o->value, "[]:", out);
    ss_text_add(out, takes_file(o) ? ":_files" : ":");
  }
  ss_text_add(out, "'");
}

static void print_zsh(ss_text *out) {
  ss_text_add(out, "#compdef standstill\n# made by 'standstill help --completion zsh'\n"
                   "_standstill() {\n  local -a commands\n  commands=(\n");
  for (size_t i = 0; i < ss_commands_count(); i++) {
    ss_text_addf(out, "    '%s:", ss_commands_get(i)->name);
    add_plain(ss_commands_get(i)->summary, ":", out);
    ss_text_add(out, "'\n");
  }
  ss_text_add(out,
              "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n"
              "  fi\n  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n"
              "  case $command in\n");
  for (size_t i = 0; i < ss_commands_count(); i++) {
    const ss_command *c = ss_commands_get(i);
    ss_text_addf(out, "    %s)\n      _arguments", c->name);
    for (size_t k = 0; k < c->option_count; k++) add_zsh_option(&c->options[k], out);
    add_zsh_option(&ss_option_help, out);
    if (c->operand)
      ss_text_add(out, takes_model(c) ? " \\\n        '1:model:_files -g \"*.(still|json)\"'"
                                      : " \\\n        '1:file:_files'");
    ss_text_add(out, " ;;\n");
  }
  ss_text_add(out, "  esac\n}\n_standstill \"$@\"\n");
}

/* ---- fish ------------------------------------------------------------------------------------ */

static void add_fish_option(const ss_command *c, const ss_option *o, ss_text *out) {
  ss_text_addf(out, "complete -c standstill -n '__fish_seen_subcommand_from %s' -l %s%s -d '",
               c->name, o->name,
               !o->value       ? ""
               : takes_file(o) ? " -r -F"
                               : " -x");
  add_plain(o->help, "\\", out);
  ss_text_add(out, "'\n");
}

static void print_fish(ss_text *out) {
  ss_text_add(out,
              "# fish completion of standstill; made by 'standstill help --completion fish'\n");
  for (size_t i = 0; i < ss_commands_count(); i++) {
    const ss_command *c = ss_commands_get(i);
    ss_text_addf(out, "complete -c standstill -n __fish_use_subcommand -f -a %s -d '", c->name);
    add_plain(c->summary, "\\", out);
    ss_text_add(out, "'\n");
    for (size_t k = 0; k < c->option_count; k++) add_fish_option(c, &c->options[k], out);
    add_fish_option(c, &ss_option_help, out);
  }
}

bool ss_completion_print(const char *shell, ss_text *out) {
  static const struct {
    const char *name;
    void (*print)(ss_text *out);
  } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
  for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
    if (strcmp(shell, shells[i].name) != 0) continue;
    shells[i].print(out);
    return true;
  }
  return false;
}
