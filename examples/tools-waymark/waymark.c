/* Stores the player's place and number of visits, creates a small text file, and offers choices.
 *
 *   cc -O2 -o waymark waymark.c
 *
 * The standard library alone. JSON texts are cut out of the request and put into events as they are, so they need no
 * decoding; a full tool would take a JSON library. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int refuse(const char *code, const char *message) {
  printf("{\"version\":\"0\",\"type\":\"error\",\"errorCode\":\"%s\",\"errorMessage\":\"%s\"}\n", code, message);
  printf("{\"version\":\"0\",\"type\":\"done\",\"ok\":false,\"summary\":\"%s\"}\n", message);
  return 0;
}

/* Reads all of standard input into memory. */
static char *read_request(void) {
  size_t size = 0, room = 65536;
  char *text = malloc(room);
  while (text != NULL) {
    size += fread(text + size, 1, room - size - 1, stdin);
    if (size < room - 1) break;
    char *larger = realloc(text, room *= 2);
    if (larger == NULL) free(text);
    text = larger;
  }
  if (text == NULL) return NULL;
  while (size > 0 && strchr(" \t\r\n", text[size - 1]) != NULL) size -= 1;
  text[size] = '\0';
  return text;
}

/* Finds the value of a key in one object of the request, without nested objects. */
static char *find(char *request, const char *object, const char *key) {
  char *place = strstr(request, object);
  if (place == NULL) return NULL;
  char *end = strchr(place, '}');
  char *value = strstr(place, key);
  if (value == NULL || (end != NULL && value > end)) return NULL;
  return value + strlen(key);
}

/* The closing quote of the JSON string that starts at `text`. */
static char *end_of_text(char *text) {
  for (; *text != '\0' && *text != '"'; text += 1) {
    if (*text == '\\' && text[1] != '\0') text += 1;
  }
  return *text == '"' ? text : NULL;
}

/* Writes under another name and renames, so that no reader sees a partial file. */
static int write_asset(char *folder, char *path, size_t room, long visits, const char *place) {
  char part[4200];
  if (mkdtemp(folder) == NULL) return -1;
  snprintf(path, room, "%s/waymark.txt", folder);
  snprintf(part, sizeof part, "%s.part", path);
  FILE *file = fopen(part, "w");
  if (file == NULL) return -1;
  for (long mark = 0; mark < visits; mark += 1) fputs("* ", file);
  fprintf(file, "%s\n", place);
  return fclose(file) == 0 ? rename(part, path) : -1;
}

int main(void) {
  char *request = read_request();
  size_t size = request == NULL ? 0 : strlen(request);
  if (size < 2 || request[0] != '{' || request[size - 1] != '}')
    return refuse("invalid_request", "Standard input holds no JSON object.");

  char *visited = find(request, "\"state\":{", "\"visits\":");
  long visits = 1 + (visited == NULL ? 0 : strtol(visited, NULL, 10));
  if (visits < 1 || visits > 1000) visits = 1;

  char *place = find(request, "\"input\":{", "\"place\":\"");
  char *end = place == NULL ? NULL : end_of_text(place);
  if (end == NULL || end == place) return refuse("invalid_input", "The input needs a place.");
  *end = '\0';

  printf("{\"version\":\"0\",\"type\":\"log\",\"level\":\"info\",\"message\":\"Marking the way\","
         "\"fields\":{\"place\":\"%s\",\"visits\":%ld}}\n", place, visits);
  printf("{\"version\":\"0\",\"type\":\"state_patch\",\"patch\":{\"place\":\"%s\",\"visits\":%ld}}\n", place, visits);
  fflush(stdout);

  const char *temporary = getenv("TMPDIR");
  char folder[2048], path[4096];
  snprintf(folder, sizeof folder, "%s/narratoria-XXXXXX", temporary == NULL ? "/tmp" : temporary);
  if (write_asset(folder, path, sizeof path, visits, place) != 0)
    return refuse("not_written", "The map could not be written.");
  printf("{\"version\":\"0\",\"type\":\"asset\",\"assetId\":\"document-1\",\"kind\":\"document\","
         "\"mediaType\":\"text/plain\",\"path\":\"%s\"}\n", path);
  printf("{\"version\":\"0\",\"type\":\"ui_event\",\"event\":\"narrative_choice\","
         "\"payload\":{\"choices\":[\"Go on\",\"Turn back\"]}}\n");
  printf("{\"version\":\"0\",\"type\":\"done\",\"ok\":true,\"summary\":\"Marked %s.\"}\n", place);
  return 0;
}
