// SPDX-License-Identifier: Apache-2.0
// Promise: `scan --output DIR` writes the output of `scan` in parts; after a run was killed, the
// next run does only the unfinished parts; the output of two runs is never mixed.

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/command.h"

namespace linkspan::test {
namespace command_output_test {

namespace fs = std::filesystem;

class CommandOutput : public CommandTest {
 protected:
  // Two large files, each larger than half a part, make two parts; the small files are in the
  // second part.
  void SetUp() override {
    CommandTest::SetUp();
    const std::string blank(size_t{40} << 20, '\n');
    write("in/a.txt", blank + "https://a.example/1 name@example.org");
    write("in/b.txt", blank + "https://b.example/2");
    write("in/c.txt", "https://c.example/3");
  }

  Outcome scan(Arguments arguments) const {
    arguments.insert(arguments.begin(), "scan");
    return run(arguments);
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(files_ / "out")) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }
  std::string part(int number) const {
    return read_file(files_ / "out" / ("part-00000" + std::to_string(number) + ".jsonl"));
  }
  std::string manifest() const { return read_file(files_ / "out/manifest.jsonl"); }
};

TEST_F(CommandOutput, PartsTogetherAreTheOutput) {
  const std::string expected = scan({"--to", "jsonl", "in"}).out;
  for (const char* const jobs : {"1", "3"}) {
    fs::remove_all(files_ / "out");
    const Outcome outcome = scan({"--to", "jsonl", "--output", "out", "--jobs", jobs, "in"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.out + outcome.err, "");
    EXPECT_EQ(files(), (std::vector<std::string>{"manifest.jsonl", "part-000000.jsonl",
                                                 "part-000001.jsonl"}));
    EXPECT_EQ(part(0) + part(1), expected);
    EXPECT_NE(manifest().find(R"("first":"in/a.txt")"), std::string::npos);
    EXPECT_NE(manifest().find(R"("links":2)"), std::string::npos);
  }
}

// So that no worker is left alone with a large input at the end. The manifest has the order in
// which parts ended.
TEST_F(CommandOutput, PartsWithTheLargestInputsAreDoneFirst) {
  write("in/d.txt", "https://d.example/4" + std::string(size_t{50} << 20, '\n'));
  const std::string expected = scan({"--to", "jsonl", "in"}).out;
  for (const char* const jobs : {"1", "3"}) {
    ASSERT_EQ(scan({"--to", "jsonl", "--output", "out", "--jobs", jobs, "in"}).status, 0);
    EXPECT_EQ(part(0) + part(1) + part(2), expected);
    const std::string lines = manifest();
    const size_t largest = lines.find(R"("part":2)");
    const size_t next = lines.find(R"("part":0)");
    ASSERT_NE(largest, std::string::npos);
    EXPECT_LT(largest, next) << lines;
    EXPECT_LT(next, lines.find(R"("part":1)")) << lines;
    fs::remove_all(files_ / "out");
  }
}

// A long text is cut at seams, whatever its lines and offsets.
TEST_F(CommandOutput, ALongTextIsSeveralParts) {
  const std::string filler = std::string(99, '.') + '\n';
  std::string text;
  while (text.size() < (size_t{150} << 20)) {
    for (int i = 0; i < 10000; ++i) text += filler;
    text += "see https://long.example/" + std::to_string(text.size()) + "\n";
  }
  write("long/a.txt", text);
  write("long/b.txt", "https://b.example/");
  for (const Arguments& form :
       {Arguments{"--to", "jsonl"}, Arguments{"--to", "tsv", "--offsets", "lines"}}) {
    Arguments whole = form, in_parts = form;
    whole.emplace_back("long");
    in_parts.insert(in_parts.end(), {"--output", "out", "--jobs", "2", "long"});
    ASSERT_EQ(scan(in_parts).status, 0);
    std::string all;
    for (const std::string& name : files()) {
      if (name.starts_with("part")) all += read_file(files_ / "out" / name);
    }
    EXPECT_EQ(files().size(), 4u);
    EXPECT_EQ(all, scan(whole).out);
    fs::remove_all(files_ / "out");
  }
}

TEST_F(CommandOutput, JsonLinesAreCutBetweenLines) {
  std::string lines;
  for (int i = 0; i < 1000; ++i) {
    lines += R"({"id":)" + std::to_string(i) + R"(,"text":"https://a.example/)" +
             std::to_string(i) + std::string(100'000, ' ') + "\"}\n";
    if (i % 300 == 0) lines += "{}\n";  // an error, with the number of its line
  }
  write("many.jsonl", lines);
  const std::string expected = scan({"--from", "jsonl", "many.jsonl"}).out;
  ASSERT_EQ(scan({"--from", "jsonl", "--output", "out", "--jobs", "2", "many.jsonl"}).status, 1);
  EXPECT_TRUE(part(0) + part(1) == expected);
  EXPECT_EQ(files().size(), 3u);
  EXPECT_NE(manifest().find("\"status\":1"), std::string::npos);
}

TEST_F(CommandOutput, TasksShareADirectory) {
  const std::string expected = scan({"--to", "jsonl", "in"}).out;
  const Arguments command = {"--to", "jsonl", "--output", "out", "--of", "2", "in", "--task"};
  for (const char* const task : {"1", "0"}) {
    Arguments arguments = command;
    arguments.emplace_back(task);
    EXPECT_EQ(scan(arguments).status, 0);
  }
  EXPECT_EQ(files(), (std::vector<std::string>{"manifest-0-of-2.jsonl", "manifest-1-of-2.jsonl",
                                               "part-000000.jsonl", "part-000001.jsonl"}));
  EXPECT_EQ(part(0) + part(1), expected);
  const std::string mine(part(0).size(), 'x');
  write("out/part-000000.jsonl", mine);
  EXPECT_EQ(scan({"--to", "jsonl", "--output", "out", "in"}).status, 0);
  EXPECT_EQ(part(0), mine) << "done by a task";
  EXPECT_EQ(scan({"--output", "out", "--task", "2", "--of", "2", "in"}).status, 2);
  EXPECT_EQ(scan({"--output", "out", "--task", "0", "in"}).status, 2);
  EXPECT_EQ(scan({"--task", "0", "--of", "2", "in"}).status, 2);
}

TEST_F(CommandOutput, PartsMayBeCompressed) {
  const std::string expected = scan({"--to", "jsonl", "in"}).out;
  for (const char* const form : {"gzip", "zstd"}) {
    const std::string extension = form == std::string("gzip") ? ".gz" : ".zst";
    const std::string out = (files_ / "out").string();
    ASSERT_EQ(scan({"--to", "jsonl", "--output", "out", "--compress", form, "in"}).status, 0);
    EXPECT_EQ(files()[2], "part-000001.jsonl" + extension);
    EXPECT_NE(manifest().find(R"("links":2)"), std::string::npos);
    // The command reads what it has written.
    const Outcome links =
        scan({"-o", "-h", "--unique", "--from", "text", out + "/part-000000.jsonl" + extension});
    EXPECT_NE(links.out.find("https://a.example/1"), std::string::npos);
    fs::remove_all(out);
  }
}

// 0 bytes are neither gzip nor zstd.
TEST_F(CommandOutput, APartWithoutLinksIsAnEmptyFrame) {
  write("none/a.txt", "no links");
  write("empty/a.txt", "");
  for (const char* const input : {"none", "empty"}) {
    for (const char* const form : {"gzip", "zstd"}) {
      for (const char* const to : {"jsonl", "list", "uri"}) {
        const Outcome outcome =
            scan({"--to", to, "--output", "out", "--compress", form, "--jobs", "2", input});
        ASSERT_EQ(outcome.status, 0) << outcome.err;
        const std::string name = "out/" + files()[1];
        const std::string tool = form == std::string("gzip") ? "gzip" : "zstd";
        const std::string path = (files_ / name).string();
        EXPECT_GT(fs::file_size(path), 0u) << path;
        if (std::system(("command -v " + tool + " > /dev/null").c_str()) == 0) {
          EXPECT_EQ(std::system((tool + " -tq '" + path + "'").c_str()), 0) << path;
        }
        EXPECT_EQ(scan({"--from", "text", name}).status, 0);
        fs::remove_all(files_ / "out");
      }
    }
  }
}

TEST_F(CommandOutput, ASecondRunWritesOnlyTheUnfinishedParts) {
  const Arguments command = {"--to", "jsonl", "--output", "out", "in"};
  ASSERT_EQ(scan(command).status, 0);
  const std::string all = manifest(), second = part(1);
  // As if the run had been killed while it wrote the second part and its line of the
  // manifest.
  const size_t line = all.rfind('\n', all.size() - 2);
  write("out/manifest.jsonl", all.substr(0, line + 10));
  fs::rename(files_ / "out/part-000001.jsonl", files_ / "out/part-000001.jsonl.partial");
  const std::string mine(part(0).size(), 'x');
  write("out/part-000000.jsonl", mine);
  ASSERT_EQ(scan(command).status, 0);
  EXPECT_EQ(part(0), mine) << "is not done again";
  EXPECT_EQ(part(1), second);
  EXPECT_EQ(files().size(), 3u) << "nothing partial is left";
  const std::string after = manifest();
  ASSERT_EQ(scan(command).status, 0);
  EXPECT_EQ(manifest(), after) << "all is done";
}

// A part that the manifest lists is written again if its file is not as long as it was.
TEST_F(CommandOutput, APartThatWasDeletedOrCutIsWrittenAgain) {
  const Arguments command = {"--to", "jsonl", "--output", "out", "in"};
  ASSERT_EQ(scan(command).status, 0);
  const std::string first = part(0), second = part(1);
  const fs::path file = files_ / "out/part-000001.jsonl";
  const auto check = [&](const char* what) {
    const Outcome outcome = scan(command);
    EXPECT_EQ(outcome.status, 0) << what;
    EXPECT_EQ(outcome.err,
              "linkspan: out/part-000001.jsonl: deleted or changed since it was written; it is "
              "written again\n")
        << what;
    EXPECT_EQ(part(0) + part(1), first + second) << what;
    EXPECT_EQ(scan(command).err, "") << what;
  };
  fs::remove(file);
  check("deleted");
  write("out/part-000001.jsonl", second.substr(0, second.size() / 2));
  check("cut");
  write("out/part-000001.jsonl", "");
  check("emptied");
  write("out/part-000001.jsonl", second + "\n");
  check("longer");
  fs::remove(file);
  fs::create_directory(file);
  EXPECT_EQ(scan(command).status, 1) << "a directory has its name";
  fs::remove(file);
  check("a directory that was removed");
}

TEST_F(CommandOutput, ALineOfTheManifestThatIsCutIsRemoved) {
  const Arguments command = {"--to", "jsonl", "--output", "out", "in"};
  ASSERT_EQ(scan(command).status, 0);
  const std::string all = manifest(), both = part(0) + part(1);
  for (size_t size = 0; size < all.size(); size += 13) {
    write("out/manifest.jsonl", all.substr(0, size));
    const Outcome outcome = scan(command);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "") << size;
    EXPECT_EQ(part(0) + part(1), both) << size;
    for (const std::string& line : lines_of(manifest())) {
      EXPECT_TRUE(Json::accept(line)) << size << ": " << line;
    }
  }
}

// Neither is the number of processes part of the identity of a run, nor where it writes.
TEST_F(CommandOutput, TheNameOfTheDirectoryDoesNotMatter) {
  ASSERT_EQ(scan({"--to", "jsonl", "--output", "out", "in"}).status, 0);
  const std::string before = manifest();
  const std::string absolute = (files_ / "out").string();
  for (const std::string& name : {std::string("out/"), std::string("./out"), absolute,
                                  std::string("in/../out"), absolute + "//"}) {
    const Outcome outcome = scan({"--to", "jsonl", "--output", name, "in"});
    EXPECT_EQ(outcome.status, 0) << name << outcome.err;
    EXPECT_EQ(manifest(), before) << name;
  }
  fs::rename(files_ / "out", files_ / "moved");
  EXPECT_EQ(scan({"--to", "jsonl", "--output", "moved", "in"}).status, 0);
  EXPECT_EQ(read_file(files_ / "moved/manifest.jsonl"), before);
}

// Two tasks may spell it differently.
TEST_F(CommandOutput, TasksMayNameTheDirectoryDifferently) {
  ASSERT_EQ(scan({"--to", "jsonl", "--output", "out", "--task", "0", "--of", "2", "in"}).status, 0);
  const std::string absolute = (files_ / "out").string();
  EXPECT_EQ(scan({"--to", "jsonl", "--output", absolute, "--task", "1", "--of", "2", "in"}).status,
            0);
  EXPECT_EQ(part(0) + part(1), scan({"--to", "jsonl", "in"}).out);
}

TEST_F(CommandOutput, IsNotMixedWithAnotherRun) {
  ASSERT_EQ(scan({"--output", "out", "in"}).status, 0);
  EXPECT_EQ(scan({"--output", "out", "--jobs", "2", "in"}).status, 0);
  const std::string before = manifest();
  const Outcome other_options = scan({"--output", "out", "--no-bare", "in"});
  EXPECT_EQ(other_options.status, 2);
  EXPECT_NE(other_options.err.find("another run"), std::string::npos);
  write("in/c.txt", "changed");
  EXPECT_EQ(scan({"--output", "out", "in"}).status, 2);
  EXPECT_EQ(manifest(), before);
}

TEST_F(CommandOutput, AFullDiskLeavesNoIncompletePart) {
  const std::string command = "cd '" + files_.string() + "' && (ulimit -f 1; trap '' XFSZ; exec '" +
                              std::string(LINKSPAN_BIN_DIR) +
                              "/linkspan' scan --to jsonl --output out many) 2> /dev/null";
  std::string links;
  for (int i = 0; i < 1000; ++i) links += "https://example.org/" + std::to_string(i) + "\n";
  write("many/a.txt", links);
  EXPECT_NE(std::system(command.c_str()), 0);
  EXPECT_EQ(files(), (std::vector<std::string>{"manifest.jsonl"}));
  EXPECT_EQ(scan({"--to", "jsonl", "--output", "out", "many"}).status, 0);
  EXPECT_EQ(part(0), scan({"--to", "jsonl", "many"}).out);
}

// The processes of a killed run end with it, and no other run writes to the folder until then.
TEST_F(CommandOutput, AKilledRunCanBeStartedAgain) {
  std::string many;
  for (int i = 0; i < 300000; ++i) many += "https://example.org/" + std::to_string(i) + "\n";
  write("many/a.txt", many);
  write("run.sh", "cd '" + files_.string() + "'\n'" + std::string(LINKSPAN_BIN_DIR) +
                      "/linkspan' scan --to jsonl --output out many &\n"
                      "for _ in $(seq 6000); do [ -e out ] && break; sleep 0.01; done\n"
                      "kill -9 $!\n");
  std::system(("bash '" + (files_ / "run.sh").string() + "' 2> /dev/null").c_str());
  int status = 1;  // the kernel may need a moment to end the others
  for (int tries = 0; tries < 600 && status != 0; ++tries) {
    if (tries > 0) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    status = scan({"--to", "jsonl", "--output", "out", "many"}).status;
  }
  ASSERT_EQ(status, 0);
  EXPECT_EQ(part(0), scan({"--to", "jsonl", "many"}).out);
  EXPECT_NE(manifest().find("\"links\":300000"), std::string::npos) << manifest();
}

TEST_F(CommandOutput, AMissingInputIsReportedAndTheOthersAreScanned) {
  const Outcome outcome = scan({"--output", "out", "in/c.txt", "missing.txt"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("missing.txt: No such file"), std::string::npos);
  EXPECT_EQ(read_file(files_ / "out/part-000000.txt"), "in/c.txt:1:1: https://c.example/3\n");
}

// A run that has nothing left to do still reports what an earlier one could not read.
TEST_F(CommandOutput, ADamagedInputOfAFinishedPartKeepsTheStatus) {
  write("in/damaged.txt.gz", "\x1F\x8B\x08 and so on");
  ASSERT_EQ(scan({"--output", "out", "in"}).status, 1);
  const std::string before = manifest();
  EXPECT_EQ(scan({"--output", "out", "in"}).status, 1);
  EXPECT_EQ(manifest(), before);
}

TEST_F(CommandOutput, IsNotReadAsInput) {
  const std::string out = (files_ / "in/out").string();
  ASSERT_EQ(scan({"--output", out, "in"}).status, 0);
  EXPECT_EQ(scan({"--output", out, "in"}).status, 0) << "the inputs are the same";
}

TEST_F(CommandOutput, UnsupportedOptionsAreWrongUsage) {
  for (const Arguments& wrong :
       {Arguments{"--count", "in"}, Arguments{"--unique", "in"}, Arguments{"-"},
        Arguments{"--to", "parquet", "--compress", "zstd", "in"}}) {
    Arguments arguments = {"--output", "out"};
    arguments.insert(arguments.end(), wrong.begin(), wrong.end());
    EXPECT_EQ(scan(arguments).status, 2) << wrong[0];
  }
  const Outcome outcome = scan({"--to", "parquet", "in"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("--to parquet is for the files of --output DIR"), std::string::npos);
}

}  // namespace command_output_test
}  // namespace linkspan::test
